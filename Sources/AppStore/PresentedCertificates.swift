internal import Cryptography

/// The texts of `x5c`, decoded but not trusted.
struct PresentedCertificates {
    let leaf: [UInt8]
    let intermediate: [UInt8]
    let root: [UInt8]
    let identity: VerifiedChain.Identity

    init(header: JWSHeader, roots: TrustedRoots) throws(VerificationError) {
        guard let texts = header.certificateChain else { throw .invalidFormat("x5c is missing") }
        guard texts.count == 3 else { throw .invalidChain("x5c has not three certificates") }
        var decoded: [[UInt8]] = []
        for text in texts {
            guard let der = Base64.decode(text) else {
                throw .invalidCertificate("x5c is not base64")
            }
            decoded.append(der)
        }
        (leaf, intermediate, root) = (decoded[0], decoded[1], decoded[2])
        let rootDigest = roots.fingerprints.isEmpty ? nil : SHA256.digest(root)
        identity = VerifiedChain.Identity(
            leaf: SHA256.digest(leaf), intermediate: SHA256.digest(intermediate),
            pinnedRoot: rootDigest.flatMap { roots.fingerprints.contains($0) ? $0 : nil })
    }

    /// Validates the path at a time in Unix seconds; only the configured roots, or one with a
    /// configured fingerprint, are anchors.
    func validate(
        roots: TrustedRoots, at time: Int64
    ) throws(VerificationError) -> VerifiedChain {
        let path = CertificatePath(
            leaf: try Self.parse(leaf), intermediate: try Self.parse(intermediate))
        var anchors = roots.certificates
        if identity.pinnedRoot != nil { anchors.append(try Self.parse(root)) }
        if anchors.isEmpty { throw .invalidChain("no configured root") }
        let anchor: Certificate
        do { anchor = try path.validate(anchors: anchors, at: time) } catch {
            throw .invalidChain(error.reason)
        }
        if !path.intermediate.extensions.contains(VerifiedChain.intermediateMarker) {
            throw .invalidChain("marker of the intermediate is missing")
        }
        if !path.leaf.extensions.contains(VerifiedChain.leafMarker) {
            throw .invalidChain("marker of the leaf is missing")
        }
        if path.leaf.publicKey.algorithm != .es256 {
            throw .invalidCertificate("key of the leaf is not P-256")
        }
        let validity = path.leaf.validity.clamped(to: path.intermediate.validity)
            .clamped(to: anchor.validity)
        return VerifiedChain(
            leafKey: path.leaf.publicKey, validity: validity, identity: identity)
    }

    private static func parse(_ der: [UInt8]) throws(VerificationError) -> Certificate {
        do { return try Certificate(der: der) } catch {
            throw .invalidCertificate(error.description)
        }
    }
}
