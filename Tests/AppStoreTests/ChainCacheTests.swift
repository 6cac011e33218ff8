import Cryptography
import InterlockAPI
import StoreSigner
import Testing

@testable import AppStore

@Suite struct ChainCacheTests {
    private static func code(_ verifier: StoreVerifier, _ jws: String) -> String {
        verdict { () throws(VerificationError) in _ = try verifier.transaction(jws) }
    }

    @Test func `a known chain is still compared with the date of each message`() throws {
        var options = StoreSignerOptions()
        options.leafValidity = (testTime / 1000)...(testTime / 1000 + 100)
        let signer = try StoreSigner(options)
        let verifier = StoreVerifier.trusting(signer)
        func message(secondsLater: Int64) throws -> String {
            var template = TransactionTemplate.sample
            template.signedDate = testTime + secondsLater * 1000
            return try signer.transaction(template)
        }
        for _ in 0..<2 {
            #expect(Self.code(verifier, try message(secondsLater: 50)) == "valid")
            #expect(Self.code(verifier, try message(secondsLater: 0)) == "valid")
            #expect(Self.code(verifier, try message(secondsLater: 100)) == "valid")
            #expect(Self.code(verifier, try message(secondsLater: 101)) == "invalid_chain")
            #expect(Self.code(verifier, try message(secondsLater: -1)) == "invalid_chain")
        }
    }

    @Test func `a message without a date is judged by the clock that is passed in`() throws {
        var options = StoreSignerOptions()
        options.leafValidity = (testTime / 1000)...(testTime / 1000 + 100)
        let signer = try StoreSigner(options)
        let verifier = StoreVerifier.trusting(signer)
        var template = TransactionTemplate.sample
        template.signedDate = nil
        let jws = try signer.transaction(template)
        _ = try verifier.transaction(jws, now: StoreDate(clampingMilliseconds: testTime))
        #expect(throws: VerificationError.self) {
            try verifier.transaction(jws, now: StoreDate(clampingMilliseconds: testTime + 101_000))
        }
    }

    @Test func `failures are not remembered, and more signers than places all verify`() throws {
        let first = try StoreSigner()
        let signers = try [first] + (0..<6).map { _ in try first.sibling() }
        let verifier = StoreVerifier(
            roots: TrustedRoots(certificates: [first.root]), bundleIDs: [testBundleID],
            appAppleID: nil, environments: [.sandbox], cachedChains: 2)
        for round in 0..<3 {
            for (index, signer) in signers.enumerated() {
                let jws = try signer.transaction(.sample)
                let broken = try signers[(index + 1) % signers.count].sign(
                    payload: Array(TransactionTemplate.sample.payload.text.utf8),
                    certificateChain: signer.certificateChain)
                #expect(Self.code(verifier, broken) == "invalid_signature", "round \(round)")
                #expect(Self.code(verifier, jws) == "valid", "round \(round)")
                #expect(Self.code(verifier, broken) == "invalid_signature", "round \(round)")
            }
        }
    }

    @Test func `both tables stay within their bounds and keep what is used`() throws {
        let cache = ChainCache(capacity: 4)
        let key = try PrivateKey.generate(.p256).publicKey
        func chain(_ index: Int) -> VerifiedChain {
            let digest = SHA256.digest("\(index)")
            return VerifiedChain(
                leafKey: key, validity: 0...1,
                identity: .init(leaf: digest, intermediate: digest, pinnedRoot: nil))
        }
        func header(_ index: Int) -> ArraySlice<UInt8> { Array("header \(index)".utf8)[...] }
        for index in 0..<20 {
            cache.remember(chain(index))
            cache.remember(header: header(index), chain: chain(index))
            #expect(cache.chain(chain(0).identity) != nil)
            #expect(cache.chain(header: header(0))?.identity == chain(0).identity)
        }
        let chains = (0..<20).filter { cache.chain(chain($0).identity) != nil }
        let headers = (0..<20).filter { cache.chain(header: header($0)) != nil }
        #expect(chains.count == 4)
        #expect(headers.count == 4)
        #expect(chains.contains(19))
        #expect(headers.contains(19))
    }

    @Test func `one verifier serves many tasks at a time`() async throws {
        let first = try StoreSigner()
        let signers = [first, try first.sibling(), try first.sibling()]
        let verifier = StoreVerifier.trusting(first)
        let messages = try signers.map { try $0.transaction(.sample) }
        let good = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<32 {
                group.addTask { @concurrent in
                    (0..<20).allSatisfy { round in
                        let jws = messages[(index + round) % messages.count]
                        return Self.code(verifier, jws) == "valid"
                            && Self.code(verifier, jws + "A") != "valid"
                    }
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(good)
    }
}
