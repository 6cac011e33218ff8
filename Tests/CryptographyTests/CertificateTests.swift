import Testing

@testable import Cryptography

@Suite struct CertificateTests {
    private static let validity: ClosedRange<Int64> = 1_600_000_000...1_700_000_000
    private static let now: Int64 = 1_650_000_000
    private static let marker = "1.2.840.113635.100.6.2.1"

    /// Three certificates and their keys, right unless changed.
    private struct Chain {
        var root: CertificateTemplate
        var intermediate: CertificateTemplate
        var leaf: CertificateTemplate

        init() {
            root = CertificateTemplate(
                commonName: "Root", validity: validity, isAuthority: true,
                keyUsage: "keyCertSign,cRLSign")
            intermediate = CertificateTemplate(
                commonName: "Intermediate", validity: validity, isAuthority: true, pathLength: 0,
                keyUsage: "keyCertSign,cRLSign", markers: [marker])
            leaf = CertificateTemplate(
                commonName: "Leaf", validity: validity, keyUsage: "digitalSignature")
        }

        func issue() throws -> (root: Certificate, path: CertificatePath) {
            let keys = try (0..<3).map { _ in try PrivateKey.generate(.p256) }
            let root = try root.issue(for: keys[0].publicKey, signer: keys[0])
            let intermediate = try intermediate.issue(
                for: keys[1].publicKey, issuer: root, signer: keys[0])
            let leaf = try leaf.issue(
                for: keys[2].publicKey, issuer: intermediate, signer: keys[1])
            return (root, CertificatePath(leaf: leaf, intermediate: intermediate))
        }
    }

    @Test func `a certificate tells what it was issued with, also read from bytes or PEM`() throws {
        let (root, path) = try Chain().issue()
        let certificate = path.intermediate
        for copy in [
            certificate, try Certificate(der: certificate.der),
            try Certificate.list(file: Array(certificate.pem.utf8))[0],
            try Certificate.list(file: certificate.der)[0],
        ] {
            #expect(copy.der == certificate.der)
            #expect(copy.validity == Self.validity)
            #expect(copy.isAuthority)
            #expect(copy.pathLength == 0)
            #expect(!copy.maySignData)
            #expect(copy.extensions.contains(Self.marker))
            #expect(copy.fingerprint == SHA256.digest(certificate.der))
            #expect(copy.publicKey.kind == .p256)
            #expect(copy.subject.contains("Intermediate"))
            #expect(copy.issuer == root.subject)
            #expect(copy.isSigned(by: root.publicKey))
            #expect(!copy.isSigned(by: path.leaf.publicKey))
        }
        #expect(!path.leaf.isAuthority)
        #expect(path.leaf.pathLength == nil)
        #expect(path.leaf.maySignData)
        let both = Array((root.pem + "note\n" + certificate.pem).utf8)
        #expect(try Certificate.list(file: both).map(\.der) == [root.der, certificate.der])
    }

    @Test func `what is not exactly one DER certificate is refused`() throws {
        let der = try Chain().issue().root.der
        for wrong in [[], Array(der.dropLast()), der + [0], Array("text".utf8), [0x30, 0x80]] {
            #expect(throws: OpenSSLError.self) { try Certificate(der: wrong) }
            #expect(throws: OpenSSLError.self) { try Certificate.list(file: wrong) }
        }
        let large = [UInt8](repeating: 0, count: Certificate.sizeLimit + 1)
        #expect(throws: OpenSSLError.self) { try Certificate(der: large) }
    }

    @Test func `a right path leads to its anchor, in its validity and at both ends of it`() throws {
        let (root, path) = try Chain().issue()
        let other = try Chain().issue().root
        for time in [Self.now, Self.validity.lowerBound, Self.validity.upperBound] {
            #expect(try path.validate(anchors: [other, root], at: time).der == root.der)
        }
        for time in [Self.validity.lowerBound - 1, Self.validity.upperBound + 1] {
            #expect(throws: CertificatePath.Failure.self) {
                try path.validate(anchors: [root], at: time)
            }
        }
    }

    @Test(arguments: 0..<3)
    func `each of the three certificates must be valid at the time`(which: Int) throws {
        let past = Self.validity.lowerBound...(Self.now - 1)
        let future = (Self.now + 1)...Self.validity.upperBound
        for validity in [past, future] {
            var chain = Chain()
            switch which {
            case 0: chain.root.validity = validity
            case 1: chain.intermediate.validity = validity
            default: chain.leaf.validity = validity
            }
            let (root, path) = try chain.issue()
            #expect(throws: CertificatePath.Failure.self) {
                try path.validate(anchors: [root], at: Self.now)
            }
        }
    }

    @Test func `an intermediate without the authority flag is refused`() throws {
        for usage in ["digitalSignature", "keyCertSign", nil] {
            var chain = Chain()
            chain.intermediate.isAuthority = false
            chain.intermediate.pathLength = nil
            chain.intermediate.keyUsage = usage
            let (root, path) = try chain.issue()
            #expect(throws: CertificatePath.Failure.self) {
                try path.validate(anchors: [root], at: Self.now)
            }
        }
    }

    @Test func `an intermediate that only its key usage makes an authority is refused`() throws {
        var chain = Chain()
        chain.intermediate.hasBasicConstraints = false
        let (root, path) = try chain.issue()
        let failure = #expect(throws: CertificatePath.Failure.self) {
            try path.validate(anchors: [root], at: Self.now)
        }
        #expect(failure?.reason == "intermediate is no authority")
    }

    @Test func `a leaf that the anchor issued itself is refused, whatever lies between`() throws {
        let key = try PrivateKey.generate(.p256)
        let template = Chain()
        let root = try template.root.issue(for: key.publicKey, signer: key)
        let intermediate = try template.intermediate.issue(
            for: try PrivateKey.generate(.p256).publicKey, issuer: root, signer: key)
        let leaf = try template.leaf.issue(
            for: try PrivateKey.generate(.p256).publicKey, issuer: root, signer: key)
        let failure = #expect(throws: CertificatePath.Failure.self) {
            try CertificatePath(leaf: leaf, intermediate: intermediate)
                .validate(anchors: [root], at: Self.now)
        }
        #expect(failure?.reason == "the path has not three certificates")
    }

    @Test func `an authority that may not sign certificates is refused`() throws {
        var chain = Chain()
        chain.intermediate.keyUsage = "digitalSignature"
        chain.intermediate.pathLength = nil
        let (root, path) = try chain.issue()
        #expect(throws: CertificatePath.Failure.self) {
            try path.validate(anchors: [root], at: Self.now)
        }
    }

    @Test func `a root that allows no authority below it is obeyed`() throws {
        var chain = Chain()
        chain.root.pathLength = 0
        let (root, path) = try chain.issue()
        #expect(throws: CertificatePath.Failure.self) {
            try path.validate(anchors: [root], at: Self.now)
        }
    }

    @Test func `a leaf that may not sign data is refused, one that doesn't say is not`() throws {
        var chain = Chain()
        chain.leaf.keyUsage = "keyEncipherment"
        let (root, path) = try chain.issue()
        #expect(throws: CertificatePath.Failure.self) {
            try path.validate(anchors: [root], at: Self.now)
        }
        chain.leaf.keyUsage = nil
        let (otherRoot, otherPath) = try chain.issue()
        _ = try otherPath.validate(anchors: [otherRoot], at: Self.now)
    }

    @Test func `other anchors, no anchor, and every other order are refused`() throws {
        let (root, path) = try Chain().issue()
        let (otherRoot, otherPath) = try Chain().issue()
        let wrong: [(Certificate, Certificate, [Certificate])] = [
            (path.leaf, path.intermediate, []), (path.leaf, path.intermediate, [otherRoot]),
            (path.leaf, path.intermediate, [path.intermediate]),
            (path.intermediate, path.leaf, [root]), (path.leaf, path.leaf, [root]),
            (path.leaf, root, [root]), (path.intermediate, root, [root]), (root, root, [root]),
            (path.leaf, otherPath.intermediate, [root]),
            (path.leaf, otherPath.intermediate, [root, otherRoot]),
            (path.intermediate, path.intermediate, [root]),
        ]
        for (index, (leaf, intermediate, anchors)) in wrong.enumerated() {
            #expect(throws: CertificatePath.Failure.self, "case \(index)") {
                try CertificatePath(leaf: leaf, intermediate: intermediate)
                    .validate(anchors: anchors, at: Self.now)
            }
        }
    }

    @Test func `any changed bit of leaf or intermediate is refused`() throws {
        var random = SeededGenerator(printingFor: "certificate bits")
        let (root, path) = try Chain().issue()
        for (isLeaf, der) in [(true, path.leaf.der), (false, path.intermediate.der)] {
            for at in 0..<der.count {
                var changed = der
                changed[at] ^= 1 << Int.random(in: 0..<8, using: &random)
                guard let certificate = try? Certificate(der: changed) else { continue }
                let wrong = CertificatePath(
                    leaf: isLeaf ? certificate : path.leaf,
                    intermediate: isLeaf ? path.intermediate : certificate)
                #expect(throws: CertificatePath.Failure.self, "byte \(at)") {
                    try wrong.validate(anchors: [root], at: Self.now)
                }
            }
        }
    }
}
