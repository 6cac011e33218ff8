package import Cryptography

/// Describes the certificates of a store, right unless changed.
package struct StoreSignerOptions: Sendable {
    /// The marker of Apple's intermediates.
    package static let intermediateMarker = "1.2.840.113635.100.6.2.1"
    /// The marker of Apple's receipt signers.
    package static let leafMarker = "1.2.840.113635.100.6.11.1"
    /// 2008 to 2049, in Unix seconds: whatever date a test gives to a message, the certificates are
    /// valid then.
    package static let longValidity: ClosedRange<Int64> = 1_199_145_600...2_493_072_000

    package var name = "Interlock Test Store"
    package var rootValidity = longValidity
    package var intermediateValidity = longValidity
    package var leafValidity = longValidity
    package var rootPathLength: Int?
    package var intermediateIsAuthority = true
    package var intermediatePathLength: Int? = 0
    package var intermediateMarkers = [intermediateMarker]
    package var leafMarkers = [leafMarker]
    package var leafKeyUsage: String? = "digitalSignature"
    package var leafKind = PrivateKey.Kind.p256

    package init() {}

    var rootTemplate: CertificateTemplate {
        CertificateTemplate(
            commonName: "\(name) Root", validity: rootValidity, isAuthority: true,
            pathLength: rootPathLength, keyUsage: "keyCertSign,cRLSign")
    }

    var intermediateTemplate: CertificateTemplate {
        CertificateTemplate(
            commonName: "\(name) Intermediate", validity: intermediateValidity,
            isAuthority: intermediateIsAuthority,
            pathLength: intermediateIsAuthority ? intermediatePathLength : nil,
            keyUsage: intermediateIsAuthority ? "keyCertSign,cRLSign" : "digitalSignature",
            markers: intermediateMarkers)
    }

    var leafTemplate: CertificateTemplate {
        CertificateTemplate(
            commonName: "\(name) Receipts", validity: leafValidity, keyUsage: leafKeyUsage,
            markers: leafMarkers)
    }
}
