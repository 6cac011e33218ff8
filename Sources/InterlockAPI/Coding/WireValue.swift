/// Keeps any JSON value: a client's metadata, a catalog before it is checked.
///
/// Whole numbers that fit are kept exactly, others as `Double`; the order of an object's members is not kept.
public enum WireValue: Codable, Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([WireValue])
    /// An object.
    case object([String: WireValue])

    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: WireKey.self) {
            var members: [String: WireValue] = [:]
            for key in object.allKeys {
                members[key.stringValue] = try object.decode(WireValue.self, forKey: key)
            }
            self = .object(members)
            return
        }
        if var array = try? decoder.unkeyedContainer() {
            var elements: [WireValue] = []
            while !array.isAtEnd { elements.append(try array.decode(WireValue.self)) }
            self = .array(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: WireKey.self)
            for (key, value) in members { try container.encode(value, forKey: WireKey(key)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .integer(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .number(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .string(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    /// How many arrays and objects enclose the deepest value: 0 for a scalar, 1 for `{}`.
    public var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.values.lazy.map(\.depth).max() ?? 0)
        default: 0
        }
    }

    /// Whether some string or member name in it has U+0000, which PostgreSQL cannot keep.
    public var hasNull: Bool { hasText { $0.utf8.contains(0) } }

    /// Whether a string or a member's name anywhere in it is wanted.
    public func hasText(where isWanted: (String) -> Bool) -> Bool {
        switch self {
        case .string(let text): isWanted(text)
        case .array(let elements): elements.contains { $0.hasText(where: isWanted) }
        case .object(let members):
            members.contains { isWanted($0.key) || $0.value.hasText(where: isWanted) }
        default: false
        }
    }
}

/// Names an arbitrary member.
struct WireKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
