import FoundationEssentials

extension PostgresValue {
    var isArray: Bool {
        switch self {
        case .boolArray, .int8Array, .textArray, .uuidArray, .timestampArray, .jsonbArray,
            .byteaArray:
            true
        default: false
        }
    }

    /// The elements of an array value; empty for others.
    var elements: [PostgresValue] {
        switch self {
        case .boolArray(let items): items.map { .optional($0, PostgresValue.bool) }
        case .int8Array(let items): items.map { .optional($0, PostgresValue.int8) }
        case .textArray(let items): items.map { .optional($0, PostgresValue.text) }
        case .uuidArray(let items): items.map { .optional($0, PostgresValue.uuid) }
        case .timestampArray(let items): items.map { .optional($0, PostgresValue.timestamp) }
        case .jsonbArray(let items): items.map { .optional($0, PostgresValue.jsonb) }
        case .byteaArray(let items): items.map { .optional($0, PostgresValue.bytea) }
        default: []
        }
    }

    /// The text form, for types without a binary form here.
    var text: String? {
        switch self {
        case .bool(let flag): flag ? "t" : "f"
        case .int2(let number): String(number)
        case .int4(let number): String(number)
        case .int8(let number): String(number)
        case .double(let number): String(number)
        case .text(let text), .jsonb(let text): text
        case .uuid(let uuid): uuid.uuidString.lowercased()
        default: nil
        }
    }

    /// The name of the case, for errors: never the value.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .int2, .int4, .int8: "this integer"
        case .double: "double"
        case .text: "this text"
        case .uuid: "uuid"
        case .timestamp: "this timestamp"
        case .jsonb: "jsonb"
        case .bytea: "bytea"
        case .boolArray: "boolArray"
        case .int8Array: "int8Array"
        case .textArray: "textArray"
        case .uuidArray: "uuidArray"
        case .timestampArray: "timestampArray"
        case .jsonbArray: "jsonbArray"
        case .byteaArray: "byteaArray"
        }
    }
}
