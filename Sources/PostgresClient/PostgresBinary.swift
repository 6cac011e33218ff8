import FoundationEssentials

/// Decodes the binary forms of the server's types; nil for every other type or length.
///
/// Source: the `…_recv` and `…_send` functions in `src/backend/utils/adt`.
enum PostgresBinary {
    static func bool(_ bytes: UnsafeRawBufferPointer, _ type: PostgresType) -> Bool? {
        guard type == .bool, bytes.count == 1 else { return nil }
        return bytes[0] != 0
    }

    static func integer(_ bytes: UnsafeRawBufferPointer, _ type: PostgresType) -> Int64? {
        switch type {
        case .int8, .xid8: bigEndian(bytes, Int64.self)
        case .int4: bigEndian(bytes, Int32.self).map(Int64.init)
        case .int2: bigEndian(bytes, Int16.self).map(Int64.init)
        case .oid: bigEndian(bytes, UInt32.self).map(Int64.init)
        default: nil
        }
    }

    static func double(_ bytes: UnsafeRawBufferPointer, _ type: PostgresType) -> Double? {
        switch type {
        case .float8: bigEndian(bytes, UInt64.self).map(Double.init(bitPattern:))
        case .float4: bigEndian(bytes, UInt32.self).map { Double(Float(bitPattern: $0)) }
        default: nil
        }
    }

    static func bytea(_ bytes: UnsafeRawBufferPointer, _ type: PostgresType) -> [UInt8]? {
        type == .bytea ? [UInt8](bytes) : nil
    }

    static func text(_ bytes: UnsafeRawBufferPointer, _ type: PostgresType) -> String? {
        if type.isText || type == .char || type.isMadeByUser {
            return String(validating: bytes, as: UTF8.self)
        }
        return json(bytes, type).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The text of `json`, or of `jsonb` without its version byte.
    static func json(
        _ bytes: UnsafeRawBufferPointer, _ type: PostgresType
    ) -> UnsafeRawBufferPointer? {
        switch type {
        case .json: return bytes
        case .jsonb:
            guard bytes.first == 1 else { return nil }
            return UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        default: return nil
        }
    }

    static func uuid(_ bytes: UnsafeRawBufferPointer, _ type: PostgresType) -> UUID? {
        guard type == .uuid, bytes.count == 16 else { return nil }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    static func timestamp(_ bytes: UnsafeRawBufferPointer, _ type: PostgresType) -> Int64? {
        guard type == .timestamptz || type == .timestamp else { return nil }
        return bigEndian(bytes, Int64.self).flatMap(PostgresTime.fromServer)
    }

    /// Decodes an array of one dimension (or none); NULL elements are nil.
    static func array<Element>(
        _ bytes: UnsafeRawBufferPointer, _ type: PostgresType,
        _ decode: (UnsafeRawBufferPointer, PostgresType) -> Element?
    ) -> [Element?]? {
        guard type.element != nil || type.isMadeByUser else { return nil }
        var rest = bytes[...]
        guard let dimensions = take(&rest, Int32.self), take(&rest, Int32.self) != nil,
            let element = take(&rest, UInt32.self)
        else { return nil }
        if dimensions == 0 { return rest.isEmpty ? [] : nil }
        // An element takes four bytes at least, which bounds what is reserved.
        guard dimensions == 1, let count = take(&rest, Int32.self),
            take(&rest, Int32.self) != nil, count >= 0, Int(count) <= rest.count / 4
        else { return nil }
        var items: [Element?] = []
        items.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let length = take(&rest, Int32.self) else { return nil }
            if length == -1 {
                items.append(nil)
                continue
            }
            guard length >= 0, Int(length) <= rest.count else { return nil }
            let value = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
            guard let item = decode(value, PostgresType(rawValue: element)) else { return nil }
            items.append(.some(item))
        }
        return rest.isEmpty ? items : nil
    }

    private static func bigEndian<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: UnsafeRawBufferPointer, _ type: Number.Type
    ) -> Number? {
        guard bytes.count == MemoryLayout<Number>.size else { return nil }
        return Number(bigEndian: bytes.loadUnaligned(as: Number.self))
    }

    private static func take<Number: FixedWidthInteger & BitwiseCopyable>(
        _ rest: inout Slice<UnsafeRawBufferPointer>, _ type: Number.Type
    ) -> Number? {
        let size = MemoryLayout<Number>.size
        guard rest.count >= size else { return nil }
        defer { rest = rest.dropFirst(size) }
        return bigEndian(UnsafeRawBufferPointer(rebasing: rest.prefix(size)), type)
    }
}
