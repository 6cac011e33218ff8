internal import Cryptography
package import FoundationEssentials
package import InterlockAPI

// PUT /inApps/v1/transactions/{originalTransactionId}/appAccountToken
// https://developer.apple.com/documentation/appstoreserverapi/set-app-account-token
extension StoreServer {
    /// Gives a purchase that was made outside of the app, or without a token, the token of its
    /// account.
    ///
    /// It counts for the current transaction and later renewals and replaces a token that is there.
    /// Idempotent. Refused with `invalidRequest` where the id isn't an original one
    /// (`notAnOriginalTransaction`) and for what a family shares (`familyTransactionNotSupported`).
    package func setAppAccountToken(
        _ token: UUID, ofOriginalTransaction id: String, in environment: StoreEnvironment
    ) async throws(StoreServerError) {
        let call = StoreCall.setAppAccountToken
        let id = try StoreRequest.segment(id, in: call)
        let request = try StoreRequest.put(
            call, "/inApps/v1/transactions/\(id)/appAccountToken",
            body: ["appAccountToken": .string(token.wireText)])
        _ = try await send(request, in: environment)
    }
}
