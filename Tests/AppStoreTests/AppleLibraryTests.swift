import Cryptography
import FoundationEssentials
import InterlockAPI
import StoreSigner
import Testing

@testable import AppStore

/// The vectors of Apple's App Store Server Library, offline, under its test root.
@Suite(.enabled(if: VectorFolder.isPresent, Comment(rawValue: VectorFolder.skipReason)))
struct AppleLibraryTests {
    /// A time that is "now" where a message has no date: 2025-11-01T02:09:35Z.
    private static let now = StoreDate(clampingMilliseconds: 1_761_962_975_000)

    private static func certificate(_ name: String) throws -> [UInt8] {
        try VectorFolder.bytes("apple-library/certs/\(name).der")
    }

    private static func verifier(
        _ environment: StoreEnvironment, _ bundleID: String, _ appAppleID: Int64? = nil
    ) throws -> StoreVerifier {
        StoreVerifier(
            roots: TrustedRoots(certificates: [try Certificate(der: certificate("testCA"))]),
            bundleIDs: [bundleID], appAppleID: appAppleID, environments: [environment])
    }

    private static func signed(_ name: String) throws -> String {
        try VectorFolder.text("apple-library/signed/\(name).jws")
    }

    @Test func `the test notification is valid as it was meant`() throws {
        let verifier = try Self.verifier(.sandbox, "com.example", 1234)
        let message = try verifier.notification(try Self.signed("testNotification"), now: Self.now)
        #expect(message.kind == .test)
        #expect(message.id == UUID(uuidString: "9ad56bd2-0bc6-42e0-af24-fd996d87a1e6"))
        #expect(message.signedDate?.milliseconds == 1_681_314_324_000)
        #expect(message.transaction == nil)
    }

    @Test(arguments: [
        (StoreEnvironment.production, Int64(1234), "wrong_environment"),
        (.production, 1235, "wrong_app"), (.sandbox, 1235, "valid"),
    ])
    func `the test notification's app is compared before its environment`(
        environment: StoreEnvironment, appAppleID: Int64, code: String
    ) throws {
        let verifier = try Self.verifier(environment, "com.example", appAppleID)
        let jws = try Self.signed("testNotification")
        #expect(
            verdict { () throws(VerificationError) in
                _ = try verifier.notification(jws, now: Self.now)
            } == code)
    }

    @Test func `the test notification is no transaction`() throws {
        let verifier = try Self.verifier(.sandbox, "com.example")
        let jws = try Self.signed("testNotification")
        #expect(
            verdict { () throws(VerificationError) in
                _ = try verifier.transaction(jws, now: Self.now)
            } == "wrong_app")
    }

    @Test func `the transaction is valid for its app only, with a date and nothing else`() throws {
        let jws = try Self.signed("transactionInfo")
        let transaction = try Self.verifier(.sandbox, "com.example").transaction(jws, now: Self.now)
        #expect(transaction.signedDate?.milliseconds == 1_672_956_154_000)
        #expect(transaction.transactionID == nil)
        #expect(transaction.purchaseDate == nil)
        #expect(transaction.record == nil)
        let other = try Self.verifier(.sandbox, "com.example.x")
        #expect(
            verdict { () throws(VerificationError) in
                _ = try other.transaction(jws, now: Self.now)
            } == "wrong_app")
    }

    @Test func `the renewal info is valid, without a bundle id`() throws {
        let verifier = try Self.verifier(.sandbox, "com.example")
        let renewal = try verifier.renewalInfo(try Self.signed("renewalInfo"), now: Self.now)
        #expect(renewal.signedDate?.milliseconds == 1_672_956_154_000)
        #expect(renewal.environment == .sandbox)
        #expect(renewal.originalTransactionID == nil)
    }

    @Test func `the notification of another app is refused`() throws {
        let verifier = try Self.verifier(.sandbox, "com.example", 1234)
        let jws = try Self.signed("wrongBundleId")
        #expect(
            verdict { () throws(VerificationError) in
                _ = try verifier.notification(jws, now: Self.now)
            } == "wrong_app")
    }

    struct ChainRow: Sendable, CustomTestStringConvertible {
        let anchor: String
        let leaf: String
        let intermediate: String
        let time: Int64
        /// nil where the chain is valid.
        let refusal: String?
        var testDescription: String { "\(anchor): \(leaf), \(intermediate) at \(time)" }
    }

    private static let usual: Int64 = 1_761_962_975
    private static let chains = [
        ChainRow(
            anchor: "testCA", leaf: "LEAF_CERT", intermediate: "INTERMEDIATE_CA", time: usual,
            refusal: nil),
        ChainRow(
            anchor: "testCA", leaf: "LEAF_CERT_INVALID_OID", intermediate: "INTERMEDIATE_CA",
            time: usual, refusal: "marker of the leaf is missing"),
        ChainRow(
            anchor: "testCA", leaf: "LEAF_CERT", intermediate: "INTERMEDIATE_CA_INVALID_OID",
            time: usual, refusal: "marker of the intermediate is missing"),
        ChainRow(
            anchor: "testCA", leaf: "LEAF_CERT_FOR_INTERMEDIATE_CA_INVALID_OID",
            intermediate: "INTERMEDIATE_CA_INVALID_OID", time: usual,
            refusal: "marker of the intermediate is missing"),
        ChainRow(
            anchor: "testCA", leaf: "LEAF_CERT", intermediate: "INTERMEDIATE_CA",
            time: 2_280_946_846, refusal: "certificate has expired"),
        ChainRow(
            anchor: "REAL_APPLE_ROOT", leaf: "LEAF_CERT", intermediate: "INTERMEDIATE_CA",
            time: usual, refusal: "no anchor has issued the intermediate"),
        ChainRow(
            anchor: "REAL_APPLE_ROOT", leaf: "REAL_APPLE_SIGNING_CERTIFICATE",
            intermediate: "REAL_APPLE_INTERMEDIATE", time: usual, refusal: nil),
        ChainRow(
            anchor: "REAL_APPLE_ROOT", leaf: "REAL_APPLE_SIGNING_CERTIFICATE",
            intermediate: "REAL_APPLE_INTERMEDIATE", time: 1_758_311_091, refusal: nil),
        ChainRow(
            anchor: "REAL_APPLE_ROOT", leaf: "REAL_APPLE_SIGNING_CERTIFICATE",
            intermediate: "REAL_APPLE_INTERMEDIATE", time: 1_758_311_090,
            refusal: "certificate is not yet valid"),
        ChainRow(
            anchor: "REAL_APPLE_ROOT", leaf: "REAL_APPLE_SIGNING_CERTIFICATE",
            intermediate: "REAL_APPLE_INTERMEDIATE", time: 1_823_449_643, refusal: nil),
        ChainRow(
            anchor: "REAL_APPLE_ROOT", leaf: "REAL_APPLE_SIGNING_CERTIFICATE",
            intermediate: "REAL_APPLE_INTERMEDIATE", time: 1_823_449_644,
            refusal: "certificate has expired"),
    ]

    @Test(arguments: chains)
    func `each chain of the index gets its verdict`(row: ChainRow) throws {
        func file(_ name: String) throws -> [UInt8] {
            try Self.certificate(name == "testCA" ? name : name + "_BASE64_ENCODED")
        }
        let anchor = try file(row.anchor)
        let texts = try [file(row.leaf), file(row.intermediate), anchor].map(Base64.encode)
        let header = JWSHeader(algorithm: .es256, certificateChain: texts)
        // Configured by its certificate, and by its fingerprint alone.
        for roots in [
            TrustedRoots(certificates: [try Certificate(der: anchor)]),
            TrustedRoots(fingerprints: [SHA256.digest(anchor)]),
        ] {
            let presented = try PresentedCertificates(header: header, roots: roots)
            do {
                let chain = try presented.validate(roots: roots, at: row.time)
                #expect(row.refusal == nil)
                #expect(chain.validity.contains(row.time))
            } catch {
                #expect(error.code == "invalid_chain")
                let refusal = try #require(row.refusal)
                #expect(error.reason == refusal)
            }
        }
    }

    @Test func `the real root is the one that is trusted out of the box`() throws {
        let root = try Certificate(der: Self.certificate("REAL_APPLE_ROOT_BASE64_ENCODED"))
        #expect(root.fingerprint == TrustedRoots.appleRootG3)
    }

    @Test func `the library's decoded models keep all their fields when signed here`() throws {
        func sandbox(_ name: String) throws -> [UInt8] {
            let text = try VectorFolder.text("apple-library/models/\(name).json")
            let parts = text.split(separator: "LocalTesting", omittingEmptySubsequences: false)
            return Array(parts.joined(separator: "Sandbox").utf8)
        }
        let signer = try StoreSigner()
        let verifier = StoreVerifier.trusting(signer, bundleIDs: ["com.example"])
        let transaction = try verifier.transaction(
            try signer.sign(payload: try sandbox("signedTransaction")))
        #expect(transaction.record?.transactionID == "23456")
        #expect(transaction.originalTransactionID == "12345")
        #expect(transaction.revocationDate?.milliseconds == 1_698_148_950_000)
        #expect(transaction.isUpgraded)
        #expect(transaction.price == 10990)
        #expect(transaction.appTransactionID == "71134")
        #expect(
            transaction.appAccountToken == UUID(uuidString: "7E3FB20B-4CDB-47CC-936D-99D65F608138"))
        #expect(transaction.rawPayload.contains("ref-12345"))
        let renewal = try verifier.renewalInfo(
            try signer.sign(payload: try sandbox("signedRenewalInfo")))
        #expect(renewal.autoRenewProductID == "com.example.product.2")
        #expect(renewal.gracePeriodExpiresDate?.milliseconds == 1_698_148_900_000)
        #expect(renewal.isInBillingRetry == true)
        #expect(renewal.autoRenews == true)
    }
}
