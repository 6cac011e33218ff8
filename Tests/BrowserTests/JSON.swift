import InterlockAPI

// Reading what the browser answers.
extension WireValue {
    /// A member of an object; nil where there is none, or no object.
    subscript(_ name: String) -> WireValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var elements: [WireValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    var isTrue: Bool { self == .bool(true) }

    /// A whole number, or the whole part of a number.
    var whole: Int? {
        switch self {
        case .integer(let number): Int(number)
        case .number(let number): Int(exactly: number.rounded(.down))
        default: nil
        }
    }
}

// Writing what it is told.
extension WireValue: ExpressibleByStringLiteral,
    ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .string(text) }

    init(dictionaryLiteral members: (String, WireValue)...) {
        self = .object(Dictionary(members) { $1 })
    }
}
