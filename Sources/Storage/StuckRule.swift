import Cryptography
import InterlockAPI

/// Says what counts as stuck in an app, in whole seconds.
package struct StuckRule: Sendable, Hashable, Codable {
    /// One of its limits; the raw value is its name in the database and in JSON.
    package enum Limit: String, Sendable, CaseIterable {
        case reserved, confirming, pending, gone

        /// What it may be set to, in seconds. A device that polls is heard of within two minutes.
        package var bounds: ClosedRange<Int64> {
            switch self {
            case .reserved: 1...86_400
            case .confirming: 1...7 * 86_400
            case .pending: 1...30 * 86_400
            case .gone: 120...7 * 86_400
            }
        }
    }

    /// Of a reserved intent, since it was made; nil: until no renewal gives it a whole lease any more.
    package var reserved: Int64?
    /// Of a confirming intent, since the last report.
    package var confirming: Int64 = 600
    /// Of a pending intent, since it was made.
    package var pending: Int64 = 86_400
    /// Of a reserved or confirming intent, since its device was last heard of. One whose device was forgotten
    /// counts at once.
    package var gone: Int64 = 300

    package init() {}
}

extension AppChange {
    /// What is to be set of the rule, as the database takes it: a limit that is nil goes back to its default.
    var stuckJSON: JSONValue? {
        if stuck.isEmpty { return nil }
        return .object(
            Dictionary(
                uniqueKeysWithValues: stuck.map { limit, seconds in
                    (limit.rawValue, seconds.map(JSONValue.integer) ?? .null)
                }))
    }
}
