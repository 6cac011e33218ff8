/// Tells why a client token is refused, for counters and logs. The client learns only that it is
/// (401): no case and no reason holds a part of the token.
package enum ClientTokenError: Error, Sendable, Equatable {
    /// Longer than 8 KiB.
    case tooLarge
    /// Not a compact JWS, or header or claims are not the JSON they must be.
    case malformed
    /// `aud` names no app that is known here.
    case unknownApp
    /// `aud` doesn't name the app.
    case wrongAudience
    /// An algorithm that isn't allowed (`none`, HS256), or not that of the key.
    case wrongAlgorithm
    /// The app has no key of that `kid`, or none that the header could mean.
    case unknownKey
    case badSignature
    /// `exp` has come.
    case expired
    /// `nbf` or `iat` lies in the future.
    case notYetValid
    /// A claim is missing or has not the form it must have.
    case badClaim(String)

    /// A stable name for counters.
    package var code: String {
        switch self {
        case .tooLarge: "too_large"
        case .malformed: "malformed"
        case .unknownApp: "unknown_app"
        case .wrongAudience: "wrong_audience"
        case .wrongAlgorithm: "wrong_algorithm"
        case .unknownKey: "unknown_key"
        case .badSignature: "bad_signature"
        case .expired: "expired"
        case .notYetValid: "not_yet_valid"
        case .badClaim: "bad_claim"
        }
    }
}
