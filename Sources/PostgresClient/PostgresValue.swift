package import FoundationEssentials

/// Carries one parameter; it is sent in the binary form of the type that the server expects.
///
/// Integers fit any integer type that can hold them, text fits every type that reads text (enums,
/// `jsonb`, `interval`, …), nulls fit all.
package enum PostgresValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case int2(Int16)
    case int4(Int32)
    case int8(Int64)
    case double(Double)
    case text(String)
    case uuid(UUID)
    /// Microseconds since 1970 UTC; `Int64.max` and `Int64.min` are `infinity` and `-infinity`.
    case timestamp(Int64)
    /// A JSON text, for `jsonb` and `json`.
    case jsonb(String)
    case bytea([UInt8])
    case boolArray([Bool?])
    case int8Array([Int64?])
    case textArray([String?])
    case uuidArray([UUID?])
    case timestampArray([Int64?])
    case jsonbArray([String?])
    case byteaArray([[UInt8]?])

    /// Makes a value of what is present, else ``null``: `.optional(name, PostgresValue.text)`.
    package static func optional<Wrapped>(
        _ wrapped: Wrapped?, _ make: (Wrapped) -> PostgresValue
    ) -> PostgresValue {
        wrapped.map(make) ?? .null
    }
}
