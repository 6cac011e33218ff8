import Cryptography
import FoundationEssentials
import InterlockAPI
import StoreSigner
import Testing

@testable import AppStore

@Suite struct NotificationTests {
    private static let signer = Result { try StoreSigner() }

    private static func verify(
        environments: Set<StoreEnvironment> = [.sandbox], appAppleID: Int64? = 1234,
        _ change: (inout NotificationTemplate) throws -> Void
    ) throws -> StoreNotification {
        var template = NotificationTemplate.sample
        try change(&template)
        let signer = try signer.get()
        return try StoreVerifier.trusting(
            signer, appAppleID: appAppleID, environments: environments
        ).notification(try signer.notification(template))
    }

    private static func code(
        environments: Set<StoreEnvironment> = [.sandbox], appAppleID: Int64? = 1234,
        _ change: (inout NotificationTemplate) throws -> Void
    ) -> String {
        do {
            _ = try verify(environments: environments, appAppleID: appAppleID, change)
            return "valid"
        } catch { return (error as? VerificationError)?.code ?? "?" }
    }

    @Test func `a notification is read with everything in it`() throws {
        let id = "002e14d5-51f5-4503-b5a8-c3a1af68eb20"
        let message = try Self.verify { $0.id = id }
        #expect(message.kind == .subscribed)
        #expect(message.subtype?.rawValue == "INITIAL_BUY")
        #expect(message.id == UUID(uuidString: id))
        #expect(message.version == "2.0")
        #expect(message.signedDate?.milliseconds == testTime + 2000)
        #expect(message.status == 1)
        #expect(message.appAppleID == 1234)
        #expect(message.transaction?.transactionID == "2000000000000001")
        #expect(message.renewalInfo?.autoRenews == true)
        #expect(message.rawPayload.contains("signedTransactionInfo"))
    }

    @Test func `unknown kinds survive, a missing kind does not, a malformed id is kept as text`()
        throws
    {
        let message = try Self.verify {
            $0.kind = "NEW_THING"
            $0.subtype = "NEW_SUBTYPE"
            $0.id = "no uuid"
        }
        #expect(message.kind.rawValue == "NEW_THING")
        #expect(message.subtype?.rawValue == "NEW_SUBTYPE")
        #expect(message.id == nil)
        #expect(message.idText == "no uuid")
        #expect(Self.code { $0.extra = ["notificationType": nil] } == "invalid_format")
    }

    @Test func `a nested message that another store signed is refused`() throws {
        let other = try StoreSigner()
        let transaction = try other.transaction(.sample)
        let renewal = try other.renewalInfo(.sample)
        #expect(
            Self.code { $0.extraData = ["signedTransactionInfo": .string(transaction)] }
                == "invalid_chain")
        #expect(
            Self.code { $0.extraData = ["signedRenewalInfo": .string(renewal)] } == "invalid_chain")
    }

    @Test(arguments: ["signedTransactionInfo", "signedRenewalInfo"])
    func `a changed character of a nested message is refused`(name: String) throws {
        let signer = try Self.signer.get()
        let text = Array(
            try name == "signedRenewalInfo"
                ? signer.renewalInfo(.sample) : signer.transaction(.sample)
        ).map { $0.asciiValue ?? 0 }
        var random = SeededGenerator(printingFor: "tampering with \(name)")
        for at in Tampering.positions(in: text, sample: 120, using: &random) {
            let changed = Tampering.change(text, at: at, using: &random)
            let value = JSONValue.string(String(decoding: changed, as: UTF8.self))
            #expect(Self.code { $0.extraData = [name: value] } != "valid", "character \(at)")
        }
        #expect(Self.code { $0.extraData = [name: "garbage"] } == "invalid_format")
        #expect(Self.code { $0.extraData = [name: 1] } == "invalid_format")
    }

    @Test func `nested messages are of the same app, environment and subscription`() throws {
        let both: Set<StoreEnvironment> = [.sandbox, .production]
        #expect(Self.code { $0.transaction?.bundleID = "com.example.other" } == "wrong_app")
        #expect(
            Self.code(environments: both) { $0.transaction?.environment = "Production" }
                == "wrong_environment")
        #expect(
            Self.code(environments: both) { $0.renewalInfo?.environment = "Production" }
                == "wrong_environment")
        #expect(
            Self.code { $0.renewalInfo?.originalTransactionID = "999" } == "invalid_format")
        #expect(Self.code { $0.transaction = nil } == "valid")
        #expect(Self.code { $0.renewalInfo = nil } == "valid")
    }

    @Test func `nested messages of an app with two bundle ids are of the notification's one`()
        throws
    {
        let signer = try Self.signer.get()
        let verifier = StoreVerifier.trusting(signer, bundleIDs: [testBundleID, "com.example.two"])
        var template = NotificationTemplate.sample
        template.transaction?.bundleID = "com.example.two"
        let jws = try signer.notification(template)
        #expect(
            verdict { () throws(VerificationError) in _ = try verifier.notification(jws) }
                == "wrong_app")
        template.bundleID = "com.example.two"
        _ = try verifier.notification(try signer.notification(template))
    }

    struct IdentityRow: Sendable {
        let configured: Set<StoreEnvironment>
        let environment: String
        let number: Int64?
        let code: String
    }

    @Test(arguments: [
        IdentityRow(configured: [.sandbox], environment: "Sandbox", number: 9, code: "valid"),
        IdentityRow(configured: [.sandbox], environment: "Sandbox", number: nil, code: "valid"),
        IdentityRow(
            configured: [.sandbox], environment: "Production", number: 9,
            code: "wrong_environment"),
        IdentityRow(
            configured: [.production], environment: "Production", number: 1234, code: "valid"),
        IdentityRow(
            configured: [.production], environment: "Production", number: 9, code: "wrong_app"),
        IdentityRow(
            configured: [.production], environment: "Production", number: nil, code: "wrong_app"),
        IdentityRow(
            configured: [.production], environment: "Sandbox", number: 9, code: "wrong_app"),
        IdentityRow(
            configured: [.production], environment: "Sandbox", number: 1234,
            code: "wrong_environment"),
        IdentityRow(
            configured: [.sandbox, .production], environment: "Sandbox", number: 9, code: "valid"),
        IdentityRow(
            configured: [.sandbox, .production], environment: "Production", number: 9,
            code: "wrong_app"),
        IdentityRow(
            configured: [.sandbox, .production], environment: "Xcode", number: 1234,
            code: "wrong_environment"),
    ])
    func `appAppleId counts in Production, and the app before the environment`(row: IdentityRow) {
        let code = Self.code(environments: row.configured) {
            $0.environment = row.environment
            $0.appAppleID = row.number
            $0.transaction = nil
            $0.renewalInfo = nil
        }
        #expect(code == row.code)
    }

    @Test func `Production without a configured appAppleId is refused`() {
        let code = Self.code(environments: [.production], appAppleID: nil) {
            $0.environment = "Production"
            $0.transaction = nil
            $0.renewalInfo = nil
        }
        #expect(code == "wrong_app")
    }

    @Test func `a notification that is about nothing names no app`() {
        #expect(Self.code { $0.extra = ["data": nil] } == "wrong_app")
        #expect(Self.code { $0.extraData = ["bundleId": nil] } == "wrong_app")
        #expect(Self.code { $0.extra = ["data": "text"] } == "invalid_format")
    }

    @Test func `summaries, purchases outside of the store and app data are read`() throws {
        let summary = try Self.verify {
            $0.kind = "RENEWAL_EXTENSION"
            $0.extra = [
                "data": nil,
                "summary": [
                    "environment": "Sandbox", "bundleId": .string(testBundleID),
                    "requestIdentifier": "r", "succeededCount": 5, "failedCount": 2,
                ],
            ]
        }
        #expect(summary.summary?.succeededCount == 5)
        #expect(summary.summary?.failedCount == 2)
        let purchase = try Self.verify {
            $0.extra = [
                "data": nil,
                "externalPurchaseToken": [
                    "externalPurchaseId": "SANDBOX_55", "bundleId": .string(testBundleID),
                    "tokenCreationDate": .integer(testTime),
                ],
            ]
        }
        #expect(purchase.externalPurchase?.id == "SANDBOX_55")
        #expect(purchase.environment == .sandbox)
        let real = Self.code {
            $0.extra = [
                "data": nil,
                "externalPurchaseToken": [
                    "externalPurchaseId": "55", "bundleId": .string(testBundleID),
                ],
            ]
        }
        #expect(real == "wrong_environment")
        let jws = try Self.signer.get().appTransaction(
            AppTransactionTemplate(
                bundleID: testBundleID, appTransactionID: "704", receiptCreationDate: testTime))
        let consent = try Self.verify {
            $0.kind = "RESCIND_CONSENT"
            $0.extra = [
                "data": nil,
                "appData": [
                    "environment": "Sandbox", "bundleId": .string(testBundleID),
                    "signedAppTransactionInfo": .string(jws),
                ],
            ]
        }
        #expect(consent.appTransaction?.appTransactionID == "704")
    }

    @Test func `what a message claims is there to choose the app, for each sort of message`() throws
    {
        let signer = try Self.signer.get()
        let texts = [
            try signer.notification(.sample), try signer.transaction(.sample),
            try signer.appTransaction(
                AppTransactionTemplate(
                    bundleID: testBundleID, appTransactionID: nil, receiptCreationDate: nil)),
            try signer.sign([
                "externalPurchaseToken": [
                    "externalPurchaseId": "SANDBOX_1", "bundleId": .string(testBundleID),
                ]
            ]),
        ]
        for text in texts {
            let message = try UnverifiedStoreMessage(
                text, limit: UnverifiedStoreMessage.notificationLimit)
            #expect(message.claimedBundleID == testBundleID)
            #expect(message.claimedEnvironment == "Sandbox")
        }
        let nothing = try UnverifiedStoreMessage(try signer.sign([:]))
        #expect(nothing.claimedBundleID == nil)
        #expect(nothing.claimedEnvironment == nil)
    }

    @Test func `a notification may be larger than a transaction, but not without bound`() throws {
        let large = String(repeating: "x", count: 100 * 1024)
        #expect(Self.code { $0.extra = ["padding": .string(large)] } == "valid")
        #expect(Self.code { $0.extra = ["padding": .string(large + large)] } == "invalid_format")
        #expect(
            Self.code { $0.transaction?.extra = ["padding": .string(large)] } == "invalid_format")
    }
}
