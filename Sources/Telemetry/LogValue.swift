/// Holds the value of a field. Literals of the four types stand for themselves.
package enum LogValue: Hashable, Sendable, ExpressibleByStringInterpolation,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral
{
    case string(String)
    case integer(Int64)
    case number(Double)
    case bool(Bool)

    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(floatLiteral value: Double) { self = .number(value) }

    /// Keeps any whole number; clamps what 64 bits can't hold.
    package init(_ value: some BinaryInteger) { self = .integer(Int64(clamping: value)) }
    package init(_ value: some StringProtocol) { self = .string(String(value)) }
    /// Keeps an error by its description; what is secret is wrapped in `Redacted` before it gets into one.
    package init(_ value: any Error) { self = .string(String(describing: value)) }
}
