package import Cryptography

/// Holds the roots that an app's messages may lead to. They come from configuration, never from a
/// message.
package struct TrustedRoots: Sendable {
    /// Apple Root CA - G3, by the SHA-256 of its certificate
    /// (https://www.apple.com/certificateauthority/).
    package static let appleRootG3 = SHA256Digest(
        hex: "63343ABFB89A6A03EBB57E9B3F5FA7BE7C4F5C756F3017B3A8C488C3653E9179")

    /// Roots whose certificates are known: the third certificate of a message is then not looked
    /// at.
    package let certificates: [Certificate]
    /// Roots known by fingerprint only: a message brings such a root along as its third
    /// certificate, and it counts only if exactly this is its SHA-256.
    package let fingerprints: Set<SHA256Digest>

    package init(certificates: [Certificate] = [], fingerprints: Set<SHA256Digest> = []) {
        self.certificates = certificates
        self.fingerprints = fingerprints
    }

    /// Trusts Apple's root, and what else an app has configured.
    package static func apple(and certificates: [Certificate] = []) -> TrustedRoots {
        TrustedRoots(
            certificates: certificates, fingerprints: Set([appleRootG3].compactMap(\.self)))
    }
}
