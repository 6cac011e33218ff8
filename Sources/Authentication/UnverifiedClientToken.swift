internal import Cryptography

/// Holds a client token taken apart but NOT verified. All it is good for is to choose the app whose
/// keys then decide; ``ClientTokenVerifier`` turns it into an identity.
package struct UnverifiedClientToken: Sendable {
    /// Bytes of a token, at most.
    package static let sizeLimit = 8 * 1024
    /// Entries of an `aud` that is an array, at most.
    static let audienceLimit = 16

    let jws: CompactJWS
    let header: JWSHeader
    let claims: [String: JSONValue]
    /// The apps that the token claims to be for.
    package let claimedAudiences: [String]

    /// Takes a token apart.
    package init(_ token: String) throws(ClientTokenError) {
        do {
            jws = try CompactJWS(token, limit: Self.sizeLimit)
            header = try jws.header()
        } catch {
            switch error {
            case .tooLarge: throw .tooLarge
            case .unknownAlgorithm: throw .wrongAlgorithm
            default: throw .malformed
            }
        }
        // Other sorts of JWT that the vendor's keys may sign (logout tokens and the like) name
        // their type.
        if let type = header.type, !["jwt", "at+jwt"].contains(type.lowercased()) {
            throw .malformed
        }
        guard let claims = (try? JSONReader.read(jws.payload))?.object else { throw .malformed }
        self.claims = claims
        switch claims["aud"] {
        case .string(let audience): claimedAudiences = [audience]
        case .array(let elements):
            let names = elements.compactMap(\.string)
            if names.count != elements.count || names.count > Self.audienceLimit {
                throw .badClaim("aud")
            }
            claimedAudiences = names
        default: throw .badClaim("aud")
        }
    }
}
