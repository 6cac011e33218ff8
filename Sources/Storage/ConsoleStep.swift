package import InterlockAPI

/// One step of an intent's history.
package struct ConsoleStep: Sendable, Decodable {
    package let from: String?
    package let to: String
    package let actor: Actor
    package let reason: String?
    private let microseconds: Int64

    package var at: Timestamp { Timestamp(microseconds: microseconds) }

    enum CodingKeys: String, CodingKey {
        case from, to, actor, reason
        case microseconds = "at"
    }

    /// Who did it; which members there are depends on the kind.
    package struct Actor: Sendable, Decodable {
        /// `device`, `administrator`, `transaction` or `clock`.
        package let kind: String
        package let deviceID: String?
        package let label: String?
        package let source: String?

        enum CodingKeys: String, CodingKey {
            case kind, label, source
            case deviceID = "device_id"
        }
    }
}
