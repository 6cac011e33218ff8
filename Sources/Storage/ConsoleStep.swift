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

    /// What a release says of its sets.
    package enum Delay: Sendable, Equatable {
        /// They are closed to everybody until then.
        case until(Timestamp)
        /// They were closed, and are open since.
        case ended

        /// When they open; nil where they are open since.
        package var end: Timestamp? {
            if case .until(let time) = self { time } else { nil }
        }
    }

    /// Who did it; which members there are depends on the kind.
    package struct Actor: Sendable, Decodable {
        /// `device`, `administrator`, `transaction` or `clock`.
        package let kind: String
        package let deviceID: String?
        package let label: String?
        package let source: String?
        /// Of a release that closed or opened the sets; nil where nothing was written of that.
        package let delay: Delay?

        enum CodingKeys: String, CodingKey {
            case kind, label, source
            case deviceID = "device_id"
            case delayUntil = "delay_until"
        }

        package init(from decoder: any Decoder) throws {
            let actor = try decoder.container(keyedBy: CodingKeys.self)
            kind = try actor.decode(String.self, forKey: .kind)
            deviceID = try actor.decodeIfPresent(String.self, forKey: .deviceID)
            label = try actor.decodeIfPresent(String.self, forKey: .label)
            source = try actor.decodeIfPresent(String.self, forKey: .source)
            let until = try actor.decodeIfPresent(Int64.self, forKey: .delayUntil)
            delay =
                until.map { .until(Timestamp(microseconds: $0)) }
                ?? (actor.contains(.delayUntil) ? .ended : nil)
        }
    }
}
