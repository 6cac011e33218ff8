import FoundationEssentials

/// Encodes the parameters of one call into memory that the next call reuses.
struct ParameterBuffer {
    private static let textFormat: Int32 = 0
    private static let binaryFormat: Int32 = 1
    /// Larger than what the server takes in one value anyway.
    private static let sizeLimit = Int(Int32.max)
    /// Capacity above this is given back after the call.
    private static let keptCapacity = 1 << 16

    private(set) var bytes: [UInt8] = []
    /// Where each value starts; -1 for null.
    private var offsets: [Int] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []
    private var pointers: [UnsafePointer<CChar>?] = []

    /// Encodes `values` as the types that the server named.
    mutating func encode(
        _ values: [PostgresValue], as types: [UInt32]
    ) throws(PostgresError) {
        let keeps = bytes.capacity <= Self.keptCapacity
        bytes.removeAll(keepingCapacity: keeps)
        offsets.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        formats.removeAll(keepingCapacity: true)
        guard values.count == types.count else {
            throw .encoding(
                parameter: min(values.count, types.count) + 1,
                reason: "\(values.count) values for \(types.count) parameters")
        }
        for (index, value) in values.enumerated() {
            let start = bytes.count
            let format = append(value, as: PostgresType(rawValue: types[index]))
            guard let format, bytes.count <= Self.sizeLimit else {
                throw .encoding(
                    parameter: index + 1, reason: "\(value.kind) can't be type \(types[index])")
            }
            offsets.append(value == .null ? -1 : start)
            lengths.append(Int32(bytes.count - start))
            formats.append(format)
            // The text form is read up to its zero byte.
            if format == Self.textFormat { bytes.append(0) }
        }
    }

    /// Gives libpq's view of the values: count, pointers, lengths, formats.
    mutating func withPointers<Value>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?,
            UnsafePointer<Int32>?
        ) -> Value
    ) -> Value {
        pointers.removeAll(keepingCapacity: true)
        return bytes.withUnsafeBytes { memory in
            // An empty value is not null: it needs an address, even of nothing.
            let base = memory.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
            for offset in offsets {
                pointers.append(
                    offset < 0
                        ? nil
                        : base.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
                )
            }
            return pointers.withUnsafeBufferPointer { pointers in
                lengths.withUnsafeBufferPointer { lengths in
                    formats.withUnsafeBufferPointer { formats in
                        body(
                            Int32(offsets.count), pointers.baseAddress, lengths.baseAddress,
                            formats.baseAddress)
                    }
                }
            }
        }
    }

    /// Appends a value; gives its format, or nil when it can't be `type`.
    private mutating func append(_ value: PostgresValue, as type: PostgresType) -> Int32? {
        if value == .null { return Self.binaryFormat }
        if value.isArray { return appendArray(value, as: type) }
        if appendBinary(value, as: type) { return Self.binaryFormat }
        guard let text = value.text, !text.utf8.contains(0) else { return nil }
        bytes.append(contentsOf: text.utf8)
        return Self.textFormat
    }

    /// Appends the binary form of a scalar; false, with nothing appended, when there is none.
    private mutating func appendBinary(_ value: PostgresValue, as type: PostgresType) -> Bool {
        switch (value, type) {
        case (.bool(let flag), .bool): bytes.append(flag ? 1 : 0)
        case (.int2(let number), _): return appendInteger(Int64(number), as: type)
        case (.int4(let number), _): return appendInteger(Int64(number), as: type)
        case (.int8(let number), _): return appendInteger(number, as: type)
        case (.double(let number), .float8): append(number.bitPattern)
        case (.text(let text), _) where type.isText: bytes.append(contentsOf: text.utf8)
        case (.uuid(let uuid), .uuid):
            withUnsafeBytes(of: uuid.uuid) { bytes.append(contentsOf: $0) }
        case (.timestamp(let time), .timestamptz), (.timestamp(let time), .timestamp):
            guard let time = PostgresTime.toServer(time) else { return false }
            append(time)
        case (.jsonb(let text), .jsonb), (.text(let text), .jsonb):
            bytes.append(1)
            bytes.append(contentsOf: text.utf8)
        case (.jsonb(let text), .json), (.text(let text), .json):
            bytes.append(contentsOf: text.utf8)
        case (.bytea(let data), .bytea): bytes.append(contentsOf: data)
        default: return false
        }
        return true
    }

    private mutating func appendInteger(_ number: Int64, as type: PostgresType) -> Bool {
        switch type {
        case .int8:
            append(number)
        case .int4:
            guard let number = Int32(exactly: number) else { return false }
            append(number)
        case .int2:
            guard let number = Int16(exactly: number) else { return false }
            append(number)
        case .oid:
            guard let number = UInt32(exactly: number) else { return false }
            append(number)
        default: return false
        }
        return true
    }

    private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func appendArray(_ value: PostgresValue, as type: PostgresType) -> Int32? {
        let elements = value.elements
        guard let element = type.element else {
            guard case .textArray(let texts) = value else { return nil }
            guard !texts.contains(where: { $0?.utf8.contains(0) == true }) else { return nil }
            appendLiteral(texts)
            return Self.textFormat
        }
        append(Int32(elements.isEmpty ? 0 : 1))
        append(Int32(elements.contains(.null) ? 1 : 0))
        append(element.rawValue)
        guard !elements.isEmpty else { return Self.binaryFormat }
        append(Int32(elements.count))
        append(Int32(1))
        for item in elements {
            guard item != .null else {
                append(Int32(-1))
                continue
            }
            let place = bytes.count
            append(Int32(0))
            guard appendBinary(item, as: element), bytes.count <= Self.sizeLimit else { return nil }
            let length = UInt32(bytes.count - place - 4)
            for byte in 0..<4 {
                bytes[place + byte] = UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32(byte)))
            }
        }
        return Self.binaryFormat
    }

    /// Appends `{"a",NULL,"b\"c"}`, for arrays of enums and other types that read text.
    private mutating func appendLiteral(_ texts: [String?]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, text) in texts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            guard let text else {
                bytes.append(contentsOf: "NULL".utf8)
                continue
            }
            bytes.append(UInt8(ascii: "\""))
            for byte in text.utf8 {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                    bytes.append(UInt8(ascii: "\\"))
                }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "}"))
    }
}
