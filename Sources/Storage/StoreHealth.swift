import Cryptography
package import InterlockAPI

/// Says how asking the store about an app goes in one environment.
package struct StoreHealth: Sendable {
    /// What one check says of it.
    package enum Note: Sendable {
        case asked
        /// The store could not be asked; with a rest, nothing is asked about the app for so long.
        case failed(name: String, detail: String, rest: Duration?)

        var document: String {
            guard case .failed(let name, let detail, let rest) = self else { return "{}" }
            var members: [String: JSONValue] = [
                "failure": .string(name), "detail": .string(detail),
            ]
            members["rest_seconds"] = rest.map { .integer($0.components.seconds) }
            return JSONValue.object(members).text
        }
    }

    package let appID: String
    package let environment: StoreEnvironment
    package let keyID: String
    /// Nil: the store's own.
    package let address: String?
    package let succeededAt: Timestamp?
    package let failedAt: Timestamp?
    /// The last failure, in a word and in a sentence.
    package let failure: String?
    package let detail: String?
    /// Until when nothing is asked; nil when nothing rests.
    package let restsUntil: Timestamp?
    /// When something is asked next, as the list says; nil when nothing waits.
    package let nextAt: Timestamp?
}

extension StoreHealth {
    /// Whether the last thing that happened was a failure.
    package var isFailing: Bool {
        guard let failedAt else { return false }
        return succeededAt.map { $0 < failedAt } ?? true
    }
}
