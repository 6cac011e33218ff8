import Cryptography
import InterlockAPI
import StoreSigner
import Testing

@testable import AppStore

/// Form, certificates, path and signature, on material signed here.
@Suite struct StoreVerifierTests {
    private static func code(_ verifier: StoreVerifier, _ jws: String) -> String {
        verdict { () throws(VerificationError) in _ = try verifier.transaction(jws) }
    }

    @Test func `a transaction signed under a configured root is valid, again and again`() throws {
        let signer = try StoreSigner()
        let verifier = StoreVerifier.trusting(signer)
        let jws = try signer.transaction(.sample)
        for _ in 0..<3 {
            #expect(try verifier.transaction(jws).transactionID == "2000000000000001")
        }
    }

    @Test func `nothing signed here is valid out of the box`() throws {
        let signer = try StoreSigner()
        let verifier = StoreVerifier(
            roots: .apple(), bundleIDs: [testBundleID], appAppleID: nil, environments: [.sandbox])
        #expect(Self.code(verifier, try signer.transaction(.sample)) == "invalid_chain")
        #expect(TrustedRoots.apple().fingerprints.count == 1)
    }

    @Test func `another store's root, also one of the same name, is refused`() throws {
        let (signer, other) = (try StoreSigner(), try StoreSigner())
        let jws = try other.transaction(.sample)
        #expect(Self.code(.trusting(signer), jws) == "invalid_chain")
        let both = StoreVerifier(
            roots: TrustedRoots(certificates: [signer.root, other.root]),
            bundleIDs: [testBundleID], appAppleID: nil, environments: [.sandbox])
        #expect(Self.code(both, jws) == "valid")
        #expect(Self.code(both, try signer.transaction(.sample)) == "valid")
    }

    @Test func `a changed character anywhere is refused, before and after the chain is known`()
        throws
    {
        let signer = try StoreSigner()
        let text = Array(try signer.transaction(.sample).utf8)
        var random = SeededGenerator(printingFor: "tampering with a transaction")
        for isKnown in [false, true] {
            let verifier = StoreVerifier.trusting(signer)
            if isKnown { _ = try verifier.transaction(String(decoding: text, as: UTF8.self)) }
            for at in Tampering.positions(in: text, sample: 600, using: &random) {
                let changed = Tampering.change(text, at: at, using: &random)
                #expect(throws: VerificationError.self, "character \(at)") {
                    try verifier.transaction(String(decoding: changed, as: UTF8.self))
                }
            }
        }
    }

    @Test func `texts that a lenient reader would take for the same are refused`() throws {
        let signer = try StoreSigner()
        var seen = 0
        // Payloads of three lengths, so that each part ends in each of the three ways.
        for padding in ["", "x", "xx"] {
            var template = TransactionTemplate.sample
            template.extra["padding"] = .string(padding)
            let jws = try signer.transaction(template)
            let verifier = StoreVerifier.trusting(signer)
            _ = try verifier.transaction(jws)
            for alias in Tampering.aliases(of: jws) {
                #expect(Self.code(verifier, alias) == "invalid_format")
                seen += 1
            }
        }
        #expect(seen > 30)
    }

    @Test func `only leaf, intermediate, root in this order and number is a chain`() throws {
        let signer = try StoreSigner()
        let other = try StoreSigner()
        let sibling = try signer.sibling()
        let (leaf, middle, root) = (
            signer.certificateChain[0], signer.certificateChain[1], signer.certificateChain[2]
        )
        let payload = Array(TransactionTemplate.sample.payload.text.utf8)
        let chains: [[String]] = [
            [], [leaf], [leaf, middle], [leaf, root], [leaf, middle, root, root],
            [leaf, middle, middle, root], [middle, leaf, root], [leaf, root, middle],
            [root, middle, leaf], [middle, root, leaf], [root, leaf, middle], [leaf, leaf, root],
            [middle, middle, root], [root, root, root], [leaf, root, root], [middle, root, root],
            [leaf, other.certificateChain[1], root], [leaf, sibling.certificateChain[1], root],
            [other.certificateChain[0], middle, root],
        ]
        for (index, chain) in chains.enumerated() {
            // With the chain known, too.
            let verifier = StoreVerifier.trusting(signer)
            for _ in 0..<2 {
                let jws = try signer.sign(payload: payload, certificateChain: chain)
                #expect(Self.code(verifier, jws) == "invalid_chain", "chain \(index)")
                _ = try verifier.transaction(try signer.transaction(.sample))
            }
        }
        // Certificates of another leaf under the same root, whose key did not sign.
        let jws = try signer.sign(payload: payload, certificateChain: sibling.certificateChain)
        #expect(Self.code(.trusting(signer), jws) == "invalid_signature")
    }

    @Test func `a configured root makes the third certificate irrelevant`() throws {
        let (signer, other) = (try StoreSigner(), try StoreSigner())
        let payload = Array(TransactionTemplate.sample.payload.text.utf8)
        let chain = Array(signer.certificateChain.prefix(2))
        for third in [other.certificateChain[2], chain[0], "AAAA"] {
            let jws = try signer.sign(payload: payload, certificateChain: chain + [third])
            #expect(Self.code(.trusting(signer), jws) == "valid")
        }
    }

    @Test func `a root known by fingerprint must come along, exactly`() throws {
        let (signer, other) = (try StoreSigner(), try StoreSigner())
        let roots = TrustedRoots(fingerprints: [signer.root.fingerprint])
        let verifier = StoreVerifier(
            roots: roots, bundleIDs: [testBundleID], appAppleID: nil, environments: [.sandbox])
        let payload = Array(TransactionTemplate.sample.payload.text.utf8)
        let chain = Array(signer.certificateChain.prefix(2))
        for _ in 0..<2 {
            for third in [other.certificateChain[2], chain[0], "AAAA"] {
                let jws = try signer.sign(payload: payload, certificateChain: chain + [third])
                #expect(Self.code(verifier, jws) == "invalid_chain")
            }
            #expect(Self.code(verifier, try other.transaction(.sample)) == "invalid_chain")
            #expect(Self.code(verifier, try signer.transaction(.sample)) == "valid")
        }
    }

    @Test(arguments: 0..<8)
    func `a store with one thing wrong in its certificates is refused`(which: Int) throws {
        var options = StoreSignerOptions()
        let seconds = testTime / 1000
        switch which {
        case 0: options.leafMarkers = []
        case 1: options.leafMarkers = ["1.2.840.113635.100.6.11.2"]
        case 2: options.intermediateMarkers = ["1.2.840.113635.100.6.2.2"]
        case 3: options.intermediateIsAuthority = false
        case 4: options.rootPathLength = 0
        case 5: options.leafValidity = 1_600_000_000...seconds
        case 6: options.intermediateValidity = (seconds + 2)...2_000_000_000
        default: options.leafKeyUsage = "keyEncipherment"
        }
        let signer = try StoreSigner(options)
        #expect(Self.code(.trusting(signer), try signer.transaction(.sample)) == "invalid_chain")
    }

    @Test func `a leaf whose key is no P-256 key is refused`() throws {
        for kind in [PrivateKey.Kind.ed25519, .rsa(bits: 2048)] {
            var options = StoreSignerOptions()
            options.leafKind = kind
            let signer = try StoreSigner(options)
            let payload = Array(TransactionTemplate.sample.payload.text.utf8)
            let header = JSONValue.object([
                "alg": "ES256", "x5c": .array(signer.certificateChain.map(JSONValue.string)),
            ])
            let jws = try signer.sign(payload: payload, headerJSON: header.text)
            #expect(Self.code(.trusting(signer), jws) == "invalid_certificate")
        }
    }

    @Test(arguments: ["none", "HS256", "RS256", "EdDSA", "ES384", "es256"])
    func `another algorithm in the header is refused`(name: String) throws {
        let signer = try StoreSigner()
        let verifier = StoreVerifier.trusting(signer)
        _ = try verifier.transaction(try signer.transaction(.sample))
        let header = JSONValue.object([
            "alg": .string(name), "x5c": .array(signer.certificateChain.map(JSONValue.string)),
        ])
        let payload = Array(TransactionTemplate.sample.payload.text.utf8)
        let jws = try signer.sign(payload: payload, headerJSON: header.text)
        #expect(Self.code(verifier, jws) == "invalid_format")
        let parts = jws.split(separator: ".")
        #expect(Self.code(verifier, "\(parts[0]).\(parts[1]).") == "invalid_format")
    }

    @Test func `a header without certificates, or with broken ones, is refused`() throws {
        let signer = try StoreSigner()
        let payload = Array(TransactionTemplate.sample.payload.text.utf8)
        let chain = signer.certificateChain
        let headers: [(JSONValue, String)] = [
            (["alg": "ES256"], "invalid_format"),
            (["alg": "ES256", "x5c": "text"], "invalid_format"),
            (["alg": "ES256", "x5c": [1, 2, 3]], "invalid_format"),
            (
                ["alg": "ES256", "x5c": [.string(chain[0]), "*", "AAAA"]], "invalid_certificate"
            ),
            (
                ["alg": "ES256", "x5c": [.string(chain[0]), "AAAA", .string(chain[2])]],
                "invalid_certificate"
            ),
            (
                ["alg": "ES256", "crit": ["x"], "x5c": .array(chain.map(JSONValue.string))],
                "invalid_format"
            ),
        ]
        for (header, code) in headers {
            let jws = try signer.sign(payload: payload, headerJSON: header.text)
            #expect(Self.code(.trusting(signer), jws) == code)
        }
    }

    @Test func `what is no message at all is refused, and so is one that is too large`() throws {
        let signer = try StoreSigner()
        let verifier = StoreVerifier.trusting(signer)
        var texts = ["", ".", "..", "a.b.c", "{}", "null"]
        for payload in ["", "[]", "1", "{", "{\"a\":1,\"a\":1}", "\u{FEFF}{}"] {
            texts.append(try signer.sign(payload: Array(payload.utf8)))
        }
        var large = TransactionTemplate.sample
        large.extra["x"] = .string(String(repeating: "x", count: 64 * 1024))
        texts.append(try signer.transaction(large))
        for text in texts { #expect(Self.code(verifier, text) == "invalid_format") }
    }
}
