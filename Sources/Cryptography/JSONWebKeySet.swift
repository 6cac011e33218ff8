/// Holds a vendor's public keys, parsed once from a JWK set document (RFC 7517 section 5).
package struct JSONWebKeySet: Sendable {
    /// Why a document is refused.
    package struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
        package let reason: String

        init(reason: String) { self.reason = reason }
        init(_ error: OpenSSLError) { self.init(reason: error.description) }

        package var description: String { reason }
    }

    /// Bytes of a document, at most.
    package static let sizeLimit = 256 * 1024
    /// Keys of a document, at most.
    package static let countLimit = 64

    /// The keys that can verify; others of the document are passed over.
    package let keys: [JSONWebKey]

    /// Reads a document. No usable key is an error, and so are two with the same `kid`, or
    /// two of one algorithm without any.
    package init(document: [UInt8]) throws(Failure) {
        if document.count > Self.sizeLimit { throw Failure(reason: "larger than 256 KiB") }
        let value: JSONValue
        do { value = try JSONReader.read(document) } catch { throw Failure(reason: error.reason) }
        guard let elements = value.object?["keys"]?.array else {
            throw Failure(reason: "keys is not an array")
        }
        if elements.count > Self.countLimit { throw Failure(reason: "more than 64 keys") }
        var keys: [JSONWebKey] = []
        for element in elements {
            guard let key = try JSONWebKey(json: element) else { continue }
            let isTwin = keys.contains {
                $0.keyID == key.keyID && (key.keyID != nil || $0.algorithm == key.algorithm)
            }
            if isTwin { throw Failure(reason: "two keys with one kid") }
            keys.append(key)
        }
        if keys.isEmpty { throw Failure(reason: "no key for ES256, RS256 or EdDSA") }
        self.keys = keys
    }

    /// Returns the key that a header means: of its `kid`, or, where it names none, the only one of
    /// its algorithm.
    package func key(for header: JWSHeader) -> PublicKey? {
        let fitting = keys.filter {
            $0.algorithm == header.algorithm && (header.keyID == nil || $0.keyID == header.keyID)
        }
        return fitting.count == 1 ? fitting[0].key : nil
    }
}
