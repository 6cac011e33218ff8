/// Holds up to 20 transactions of a customer, as the store signed them and in its order.
///
/// A transaction that changes while pages are read may come again on a later one, with new content:
/// the newest `signedDate` of a transaction id counts.
package struct HistoryPage: StorePage, Equatable {
    package let envelope: AnswerEnvelope
    package let signedTransactions: [String]
    /// Comes with every page. That of the last one is worth keeping: a later call with it gives
    /// only what was added or changed since.
    package let revision: String?
    package let hasMore: Bool

    package var call: StoreCall { .transactionHistory }
    package var continuation: String? { revision }

    init(_ fields: AnswerFields) throws(StoreServerError) {
        envelope = try AnswerEnvelope(fields)
        signedTransactions = try fields.texts("signedTransactions")
        revision = try fields.text("revision")
        hasMore = try fields.bool("hasMore") ?? false
    }
}
