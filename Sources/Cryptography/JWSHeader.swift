/// Holds what a JWS header says (RFC 7515 section 4), as far as it is ever looked at.
///
/// Keys that a header brings along (`jwk`, `jku`, `x5u`) are never read. `crit` and `b64` are
/// refused: they change what the signature means, and no extension is known here.
package struct JWSHeader: Sendable, Equatable {
    package let algorithm: JWSAlgorithm
    package let keyID: String?
    package let type: String?
    /// The texts of `x5c`, standard base64 DER, the signer's certificate first; nil where there is
    /// none.
    package let certificateChain: [String]?

    package init(
        algorithm: JWSAlgorithm, keyID: String? = nil, type: String? = nil,
        certificateChain: [String]? = nil
    ) {
        self.algorithm = algorithm
        self.keyID = keyID
        self.type = type
        self.certificateChain = certificateChain
    }

    /// Reads the JSON of a header.
    package init(json: [UInt8]) throws(JWSError) {
        let value: JSONValue
        do { value = try JSONReader.read(json) } catch { throw .badHeader(error.reason) }
        guard let members = value.object else { throw .badHeader("not an object") }
        if members["crit"] != nil || members["b64"] != nil {
            throw .badHeader("critical extension")
        }
        guard let name = members["alg"]?.string else { throw .badHeader("alg is missing") }
        guard let algorithm = JWSAlgorithm(rawValue: name) else { throw .unknownAlgorithm }
        self.algorithm = algorithm
        keyID = try Self.text("kid", of: members)
        type = try Self.text("typ", of: members)
        guard let chain = members["x5c"] else {
            certificateChain = nil
            return
        }
        guard let elements = chain.array else { throw .badHeader("x5c is not an array") }
        var texts: [String] = []
        for element in elements {
            guard let text = element.string else { throw .badHeader("x5c holds no text") }
            texts.append(text)
        }
        certificateChain = texts
    }

    var json: JSONValue {
        var members: [String: JSONValue] = ["alg": .string(algorithm.rawValue)]
        if let keyID { members["kid"] = .string(keyID) }
        if let type { members["typ"] = .string(type) }
        if let certificateChain { members["x5c"] = .array(certificateChain.map(JSONValue.string)) }
        return .object(members)
    }

    private static func text(
        _ name: String, of members: [String: JSONValue]
    ) throws(JWSError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw .badHeader("\(name) is not a text") }
        return text
    }
}
