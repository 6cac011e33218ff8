/// Tells why a message of the store is refused, in the order in which it is tested.
///
/// The reason is ours or OpenSSL's and never text of the message, so it may be logged and counted.
package enum VerificationError: Error, Sendable, Equatable {
    /// Not a compact JWS by ES256 with three certificates' texts, not JSON, or a field of a wrong
    /// type; too large.
    case invalidFormat(String)
    /// A certificate can't be read, or its key can't have signed.
    case invalidCertificate(String)
    /// The certificates don't lead to a configured root at the time of the message, or aren't
    /// marked as the store's.
    case invalidChain(String)
    /// The signature is not the leaf's.
    case invalidSignature(String)
    /// Bundle id or appAppleId of another app, or none. Tested before the environment.
    case wrongApp(String)
    /// Another environment than those configured; Xcode and LocalTesting always.
    case wrongEnvironment(String)

    /// A stable name for answers and counters.
    package var code: String {
        switch self {
        case .invalidFormat: "invalid_format"
        case .invalidCertificate: "invalid_certificate"
        case .invalidChain: "invalid_chain"
        case .invalidSignature: "invalid_signature"
        case .wrongApp: "wrong_app"
        case .wrongEnvironment: "wrong_environment"
        }
    }

    /// What exactly was found, for logs.
    package var reason: String {
        switch self {
        case .invalidFormat(let reason), .invalidCertificate(let reason), .invalidChain(let reason),
            .invalidSignature(let reason), .wrongApp(let reason), .wrongEnvironment(let reason):
            reason
        }
    }
}
