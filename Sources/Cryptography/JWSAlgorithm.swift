/// Names the signature algorithms that this project knows (RFC 7518 section 3.1, RFC 8037). There
/// are no others: a header that says `none` or `HS256` has no value of this type.
package enum JWSAlgorithm: String, Sendable, CaseIterable {
    case es256 = "ES256"
    case rs256 = "RS256"
    case edDSA = "EdDSA"
}
