import FoundationEssentials
import InterlockAPI
import Testing

@testable import AppStore

/// Four notifications that Apple has signed, under its real root.
@Suite(.enabled(if: VectorFolder.isPresent, Comment(rawValue: VectorFolder.skipReason)))
struct AppleSandboxTests {
    struct Expected: Sendable, CustomTestStringConvertible {
        let file: String
        let kind: String
        let subtype: String?
        let transactionID: String
        let purchase: Int64
        let expires: Int64
        let signed: Int64
        let autoRenews: Bool
        var testDescription: String { file }
    }

    private static let bundleID = "com.loki-project.loki-messenger"
    private static let table = [
        Expected(
            file: "1-did-renew", kind: "DID_RENEW", subtype: nil, transactionID: "2000001024998954",
            purchase: 1_759_302_552_000, expires: 1_759_302_732_000, signed: 1_759_302_518_835,
            autoRenews: true),
        Expected(
            file: "2-subscribed-resubscribe", kind: "SUBSCRIBED", subtype: "RESUBSCRIBE",
            transactionID: "2000001025686313", purchase: 1_759_388_767_000,
            expires: 1_759_388_947_000, signed: 1_759_388_776_941, autoRenews: true),
        Expected(
            file: "3-auto-renew-disabled", kind: "DID_CHANGE_RENEWAL_STATUS",
            subtype: "AUTO_RENEW_DISABLED", transactionID: "2000001025686313",
            purchase: 1_759_388_767_000, expires: 1_759_388_947_000, signed: 1_759_388_855_473,
            autoRenews: false),
        Expected(
            file: "4-expired-voluntary", kind: "EXPIRED", subtype: "VOLUNTARY",
            transactionID: "2000001025686313", purchase: 1_759_388_767_000,
            expires: 1_759_388_947_000, signed: 1_759_389_041_604, autoRenews: false),
    ]

    private static func verifier(
        bundleID: String = bundleID, appAppleID: Int64 = 1_470_168_868,
        environments: Set<StoreEnvironment> = [.sandbox], roots: TrustedRoots = .apple()
    ) -> StoreVerifier {
        StoreVerifier(
            roots: roots, bundleIDs: [bundleID], appAppleID: appAppleID, environments: environments)
    }

    @Test(arguments: table)
    func `each verifies out of the box and says what the index says`(expected: Expected) throws {
        let jws = try VectorFolder.text("apple-sandbox/\(expected.file).jws")
        let message = try Self.verifier().notification(jws)
        #expect(message.kind.rawValue == expected.kind)
        #expect(message.subtype?.rawValue == expected.subtype)
        #expect(message.id != nil)
        #expect(message.bundleID == Self.bundleID)
        #expect(message.appAppleID == 1_470_168_868)
        #expect(message.environment == .sandbox)
        #expect(message.signedDate?.milliseconds == expected.signed)
        let transaction = try #require(message.transaction)
        #expect(transaction.transactionID == expected.transactionID)
        #expect(transaction.originalTransactionID == "2000001024993299")
        #expect(transaction.productID == "com.getsession.org.pro_sub")
        #expect(transaction.subscriptionGroup == "21752814")
        #expect(transaction.appAccountToken == nil)
        #expect(transaction.appAccountTokenText == nil)
        #expect(transaction.type == .autoRenewable)
        #expect(transaction.ownership == .purchased)
        #expect(transaction.purchaseDate?.milliseconds == expected.purchase)
        #expect(transaction.expiresDate?.milliseconds == expected.expires)
        #expect(transaction.signedDate?.milliseconds == expected.signed)
        #expect(transaction.record != nil)
        let renewal = try #require(message.renewalInfo)
        #expect(renewal.originalTransactionID == "2000001024993299")
        #expect(renewal.autoRenews == expected.autoRenews)
        #expect(renewal.expirationIntent == (expected.kind == "EXPIRED" ? 1 : nil))
    }

    @Test(arguments: table)
    func `each is refused for another app, environment or root`(expected: Expected) throws {
        let jws = try VectorFolder.text("apple-sandbox/\(expected.file).jws")
        let refusals: [(StoreVerifier, String)] = [
            (Self.verifier(bundleID: "com.example"), "wrong_app"),
            (Self.verifier(environments: [.production]), "wrong_environment"),
            (Self.verifier(appAppleID: 1, environments: [.production]), "wrong_app"),
            (Self.verifier(roots: TrustedRoots()), "invalid_chain"),
        ]
        for (verifier, code) in refusals {
            #expect(
                verdict { () throws(VerificationError) in _ = try verifier.notification(jws) }
                    == code)
        }
    }

    @Test(arguments: table)
    func `a changed character anywhere is refused`(expected: Expected) throws {
        let text = Array(try VectorFolder.text("apple-sandbox/\(expected.file).jws").utf8)
        let verifier = Self.verifier()
        _ = try verifier.notification(String(decoding: text, as: UTF8.self))
        var random = SeededGenerator(printingFor: "tampering with \(expected.file)")
        for at in Tampering.positions(in: text, sample: 250, using: &random) {
            let changed = Tampering.change(text, at: at, using: &random)
            #expect(throws: VerificationError.self, "character \(at)") {
                try verifier.notification(String(decoding: changed, as: UTF8.self))
            }
        }
    }
}
