package import FoundationEssentials

/// Reads one row of a result, typed by the caller and checked against what the server sent.
///
/// Every accessor throws ``PostgresError/decoding(column:reason:)``, naming the column, when there is
/// no such column, it is of another type, its bytes are malformed, or it is NULL (the `optional…`
/// twins give nil then).
package struct PostgresRow: Sendable {
    let result: ResultHandle
    let index: Int32

    package func isNull(_ column: PostgresColumn) throws(PostgresError) -> Bool {
        result.value(row: index, column: try position(column)) == nil
    }

    package func bool(_ column: PostgresColumn) throws(PostgresError) -> Bool {
        try required(column, optionalBool)
    }
    package func optionalBool(_ column: PostgresColumn) throws(PostgresError) -> Bool? {
        try decode(column, "bool", PostgresBinary.bool)
    }

    package func int2(_ column: PostgresColumn) throws(PostgresError) -> Int16 {
        try required(column, optionalInt2)
    }
    package func optionalInt2(_ column: PostgresColumn) throws(PostgresError) -> Int16? {
        try decode(column, "int2") { bytes, type in
            PostgresBinary.integer(bytes, type).flatMap { Int16(exactly: $0) }
        }
    }

    package func int4(_ column: PostgresColumn) throws(PostgresError) -> Int32 {
        try required(column, optionalInt4)
    }
    package func optionalInt4(_ column: PostgresColumn) throws(PostgresError) -> Int32? {
        try decode(column, "int4") { bytes, type in
            PostgresBinary.integer(bytes, type).flatMap { Int32(exactly: $0) }
        }
    }

    /// Reads any integer type, `oid` and `xid8`.
    package func int8(_ column: PostgresColumn) throws(PostgresError) -> Int64 {
        try required(column, optionalInt8)
    }
    package func optionalInt8(_ column: PostgresColumn) throws(PostgresError) -> Int64? {
        try decode(column, "int8", PostgresBinary.integer)
    }

    package func double(_ column: PostgresColumn) throws(PostgresError) -> Double {
        try required(column, optionalDouble)
    }
    package func optionalDouble(_ column: PostgresColumn) throws(PostgresError) -> Double? {
        try decode(column, "float8", PostgresBinary.double)
    }

    /// Reads text, enums, and the text of `json` and `jsonb`.
    package func text(_ column: PostgresColumn) throws(PostgresError) -> String {
        try required(column, optionalText)
    }
    package func optionalText(_ column: PostgresColumn) throws(PostgresError) -> String? {
        try decode(column, "text", PostgresBinary.text)
    }

    /// Reads the text of `json` or `jsonb` as bytes, ready for a JSON decoder.
    package func json(_ column: PostgresColumn) throws(PostgresError) -> [UInt8] {
        try required(column, optionalJSON)
    }
    package func optionalJSON(_ column: PostgresColumn) throws(PostgresError) -> [UInt8]? {
        try decode(column, "json") { bytes, type in
            PostgresBinary.json(bytes, type).map { [UInt8]($0) }
        }
    }

    package func uuid(_ column: PostgresColumn) throws(PostgresError) -> UUID {
        try required(column, optionalUUID)
    }
    package func optionalUUID(_ column: PostgresColumn) throws(PostgresError) -> UUID? {
        try decode(column, "uuid", PostgresBinary.uuid)
    }

    /// Reads microseconds since 1970 UTC; `infinity` is `Int64.max`, `-infinity` is `Int64.min`.
    package func timestamp(_ column: PostgresColumn) throws(PostgresError) -> Int64 {
        try required(column, optionalTimestamp)
    }
    package func optionalTimestamp(_ column: PostgresColumn) throws(PostgresError) -> Int64? {
        try decode(column, "timestamptz", PostgresBinary.timestamp)
    }

    package func bytea(_ column: PostgresColumn) throws(PostgresError) -> [UInt8] {
        try required(column, optionalBytea)
    }
    package func optionalBytea(_ column: PostgresColumn) throws(PostgresError) -> [UInt8]? {
        try decode(column, "bytea", PostgresBinary.bytea)
    }
}

extension PostgresRow {
    package func int8Array(_ column: PostgresColumn) throws(PostgresError) -> [Int64] {
        try required(column, optionalInt8Array)
    }
    package func optionalInt8Array(_ column: PostgresColumn) throws(PostgresError) -> [Int64]? {
        try array(column, "int8[]", PostgresBinary.integer)
    }

    package func textArray(_ column: PostgresColumn) throws(PostgresError) -> [String] {
        try required(column, optionalTextArray)
    }
    package func optionalTextArray(_ column: PostgresColumn) throws(PostgresError) -> [String]? {
        try array(column, "text[]", PostgresBinary.text)
    }
    /// Reads an array whose elements may be NULL.
    package func textArrayWithNulls(
        _ column: PostgresColumn
    ) throws(PostgresError) -> [String?] {
        try required(column) { column throws(PostgresError) in
            try self.decode(column, "text[]") { bytes, type in
                PostgresBinary.array(bytes, type, PostgresBinary.text)
            }
        }
    }

    package func byteaArray(_ column: PostgresColumn) throws(PostgresError) -> [[UInt8]] {
        try required(column) { column throws(PostgresError) in
            try self.array(column, "bytea[]", PostgresBinary.bytea)
        }
    }

    package func uuidArray(_ column: PostgresColumn) throws(PostgresError) -> [UUID] {
        try required(column, optionalUUIDArray)
    }
    package func optionalUUIDArray(_ column: PostgresColumn) throws(PostgresError) -> [UUID]? {
        try array(column, "uuid[]", PostgresBinary.uuid)
    }

    package func boolArray(_ column: PostgresColumn) throws(PostgresError) -> [Bool] {
        try required(column) { column throws(PostgresError) in
            try self.array(column, "bool[]", PostgresBinary.bool)
        }
    }

    package func timestampArray(_ column: PostgresColumn) throws(PostgresError) -> [Int64] {
        try required(column) { column throws(PostgresError) in
            try self.array(column, "timestamptz[]", PostgresBinary.timestamp)
        }
    }
}

extension PostgresRow {
    private typealias Decoder<Value> = (UnsafeRawBufferPointer, PostgresType) -> Value?

    private func position(_ column: PostgresColumn) throws(PostgresError) -> Int {
        let found: Int? =
            switch column {
            case .index(let index): result.columns.indices.contains(index) ? index : nil
            case .name(let name): result.columns.firstIndex { $0.name == name }
            }
        guard let found else { throw .decoding(column: column.label, reason: "no such column") }
        return found
    }

    private func decode<Value>(
        _ column: PostgresColumn, _ expected: String, _ decoder: Decoder<Value>
    ) throws(PostgresError) -> Value? {
        let place = try position(column)
        guard let bytes = result.value(row: index, column: place) else { return nil }
        let description = result.columns[place]
        guard description.isBinary, let value = decoder(bytes, description.type) else {
            throw .decoding(
                column: description.name,
                reason: "\(bytes.count) bytes of type \(description.type.rawValue)"
                    + " are not a valid \(expected)")
        }
        return value
    }

    private func array<Value>(
        _ column: PostgresColumn, _ expected: String, _ decoder: Decoder<Value>
    ) throws(PostgresError) -> [Value]? {
        try decode(column, expected) { bytes, type in
            guard let items = PostgresBinary.array(bytes, type, decoder) else { return nil }
            let present = items.compactMap(\.self)
            return present.count == items.count ? present : nil
        }
    }

    private func required<Value>(
        _ column: PostgresColumn, _ read: (PostgresColumn) throws(PostgresError) -> Value?
    ) throws(PostgresError) -> Value {
        guard let value = try read(column) else {
            throw .decoding(column: column.label, reason: "is null")
        }
        return value
    }
}
