/// Reports what the store answered: the body of `POST /v1/intents/{id}/result`.
public struct ReportRequest: WireRequest {
    /// What the store answered.
    public var result: ReportResult
    /// What a pending purchase waits for; left out, it is unknown. Counts with `pending` only.
    public var reason: PendingReason?
    /// The store's error, for the intent's history: 1 to 500 characters.
    public var error: String?
    /// The store's signed transaction (JWS).
    public var signedTransaction: String?

    /// Makes a report.
    public init(
        result: ReportResult, reason: PendingReason? = nil, error: String? = nil,
        signedTransaction: String? = nil
    ) {
        self.result = result
        self.reason = reason
        self.error = error
        self.signedTransaction = signedTransaction
    }

    enum CodingKeys: String, CodingKey {
        case result, reason, error
        case signedTransaction = "signed_transaction"
    }

    /// Checks the bounds; names the field.
    public func validate() throws(WireError) {
        if let error { try Bounds.checkReason(error, field: "error") }
        if let signedTransaction, signedTransaction.isEmpty {
            throw WireError(field: "signed_transaction", "must not be empty")
        }
    }
}
