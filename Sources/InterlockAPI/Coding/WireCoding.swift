import FoundationEssentials

/// Turns values into JSON and back, the same way everywhere.
///
/// Written members are sorted by name, so that equal values give equal bytes; slashes are not escaped. Read bytes
/// must be UTF-8 JSON (RFC 8259, strictly) nested at most 32 deep; unknown members are ignored, and of members of one name
/// one is taken.
public enum WireCoding {
    /// How deep arrays and objects of a request may be nested.
    public static let depthLimit = 32

    /// Writes a value.
    ///
    /// - Throws: `EncodingError` only for values that JSON can't hold (NaN, infinity).
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }

    /// Reads a value.
    ///
    /// - Throws: `malformed_json` for bytes that are no JSON, `invalid_request` with the field for a value that is
    ///   not of its type.
    public static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8]
    ) throws(WireError) -> Value {
        if let flaw = WireScanner.flaw(in: bytes, depthLimit: depthLimit) {
            throw WireError(malformed: flaw)
        }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw WireError(error)
        } catch {
            throw WireError(malformed: "the body is not JSON")
        }
    }

    /// Reads a request and checks its bounds.
    ///
    /// - Throws: as `decode`, and what the request's `validate` throws.
    public static func decodeRequest<Request: WireRequest>(
        _ type: Request.Type, from bytes: [UInt8]
    ) throws(WireError) -> Request {
        let request = try decode(type, from: bytes)
        try request.validate()
        return request
    }
}

/// Marks a request body that has bounds beside its types.
public protocol WireRequest: Codable, Hashable, Sendable {
    /// Checks the bounds; throws `invalid_request` with the first field that is out of them.
    func validate() throws(WireError)
}
