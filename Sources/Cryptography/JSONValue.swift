/// Holds one JSON value of a signed document, as ``JSONReader`` read it or as a signer composes it.
package indirect enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent that fits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    package var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }
    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
    package var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }
    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }
    /// The number, also where it was written without a fraction.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        // A literal that names a member twice keeps the later one.
        self = .object(Dictionary(elements) { _, later in later })
    }
}
