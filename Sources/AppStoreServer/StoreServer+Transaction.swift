package import InterlockAPI

// GET /inApps/v1/transactions/{transactionId}
// https://developer.apple.com/documentation/appstoreserverapi/get-transaction-info
extension StoreServer {
    /// Asks for one transaction, as it is now.
    ///
    /// - Returns: the signed transaction.
    package func transaction(
        _ id: String, in environment: StoreEnvironment
    ) async throws(StoreServerError) -> String {
        let call = StoreCall.transactionInfo
        let id = try StoreRequest.segment(id, in: call)
        let request = try StoreRequest.get(call, "/inApps/v1/transactions/\(id)")
        let fields = try AnswerFields(try await send(request, in: environment), of: call)
        guard let signed = try fields.text("signedTransactionInfo") else {
            throw .malformed(call, "signedTransactionInfo is missing")
        }
        return signed
    }
}
