import AppStoreServer
import Storage

extension StoreInquiry {
    /// Reads and records a customer's history, page by page from where it is known; false when the turn is over
    /// before its end.
    ///
    /// - Parameter revision: how far it is known; moves with every page that is recorded, also when a later
    ///   one fails. Belongs to the filter.
    func history(
        of id: String, _ filter: HistoryFilter, _ client: StoreServer,
        from revision: inout String?
    ) async throws(AskingFailure) -> Bool {
        var pages = client.history(of: id, filter, in: environment, from: revision)
            .makeAsyncIterator()
        while true {
            let page = try await call(.transactionHistory) {
                () async throws(StoreServerError) in try await pages.next()
            }
            guard let page else { return true }
            try await record(page.signedTransactions)
            if let known = page.revision { revision = known }
            if !page.hasMore { return true }
            if isOver { return false }
        }
    }

    /// Counts the periods of a subscription that follow on none that the ledger knows.
    func holes(in originalTransactionID: String) async throws(AskingFailure) -> Int {
        do {
            return try await context.storage.checks.holes(
                in: originalTransactionID, appID: app.id, environment)
        } catch { throw .storage(error) }
    }
}
