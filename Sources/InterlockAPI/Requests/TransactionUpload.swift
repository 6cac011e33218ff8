/// Uploads the store's signed transactions: the body of `POST /v1/transactions`.
public struct TransactionUpload: WireRequest {
    /// The transactions (JWS), 100 at most; each gets its own result.
    public var signedTransactions: [String]

    /// Makes an upload.
    public init(signedTransactions: [String]) { self.signedTransactions = signedTransactions }

    enum CodingKeys: String, CodingKey {
        case signedTransactions = "signed_transactions"
    }

    /// Checks the bounds; names the field.
    public func validate() throws(WireError) {
        guard signedTransactions.count <= Bounds.upload else {
            throw WireError(
                field: "signed_transactions", "must have at most \(Bounds.upload) elements")
        }
    }
}
