import AppStoreServer
import FoundationEssentials

/// Gives a purchase that came without a token the token of the account that claimed it, so that its renewals
/// name their account by themselves.
struct TokenQuestion: StoreQuestion {
    let originalTransactionID: String
    /// Nil when it needs none any more.
    let token: UUID?
    /// There is nothing to go on from: it is one call.
    let place = "{}"

    mutating func ask(_ inquiry: StoreInquiry) async throws(AskingFailure) -> Answered {
        guard let token else { return .done(again: nil) }
        for client in inquiry.clients {
            do throws(AskingFailure) {
                try await inquiry.call(.setAppAccountToken) { () async throws(StoreServerError) in
                    try await client.setAppAccountToken(
                        token, ofOriginalTransaction: originalTransactionID,
                        in: inquiry.environment)
                }
                return .done(again: nil)
            } catch {
                guard case .store(let refusal) = error else { throw error }
                // Of several bundles it is the customer of one.
                if refusal.kind == .notFound { continue }
                // The store's last word: this purchase bears no token, ever.
                if Self.isFinal(refusal.code) { return .done(again: nil) }
                throw error
            }
        }
        return .unknown
    }

    private static func isFinal(_ code: StoreErrorCode?) -> Bool {
        code == .familyTransactionNotSupported || code == .notAnOriginalTransaction
    }
}
