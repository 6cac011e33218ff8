import Cryptography
import FoundationEssentials
import InterlockAPI
import StoreSigner
import Testing

@testable import AppStore

/// Fields, identity and environment, on material signed here.
@Suite struct PayloadTests {
    private static let signer = Result { try StoreSigner() }

    private static func transaction(
        _ change: (inout TransactionTemplate) -> Void,
        environments: Set<StoreEnvironment> = [.sandbox]
    ) throws -> StoreTransaction {
        var template = TransactionTemplate.sample
        change(&template)
        let signer = try signer.get()
        return try StoreVerifier.trusting(signer, environments: environments)
            .transaction(try signer.transaction(template))
    }

    private static func code(_ change: (inout TransactionTemplate) -> Void) -> String {
        do { _ = try transaction(change) } catch {
            return (error as? VerificationError)?.code ?? "?"
        }
        return "valid"
    }

    @Test func `a complete transaction is read field by field`() throws {
        let transaction = try Self.transaction { template in
            template.revocationDate = testTime + 500
            template.isUpgraded = true
            template.appTransactionID = "704"
            template.ownership = "FAMILY_SHARED"
            template.reason = "RENEWAL"
            template.extra = [
                "revocationType": "REFUND_PRORATED", "revocationPercentage": 50000, "price": 9990,
                "currency": "EUR", "offerType": 3, "offerIdentifier": "code",
                "webOrderLineItemId": "88",
            ]
        }
        let record = try #require(transaction.record)
        #expect(record.transactionID == "2000000000000001")
        #expect(record.originalTransactionID == "2000000000000001")
        #expect(record.productID == "pro_monthly")
        #expect(record.purchaseDate.milliseconds == testTime)
        #expect(record.signedDate.milliseconds == testTime + 1000)
        #expect(record.type == .autoRenewable)
        #expect(transaction.expiresDate?.milliseconds == testTime + 2_592_000_000)
        #expect(transaction.subscriptionGroup == "21752814")
        #expect(transaction.revocationDate?.milliseconds == testTime + 500)
        #expect(transaction.revocationReason == 0)
        #expect(transaction.revocationType == .refundProrated)
        #expect(transaction.revocationPercentage == 50000)
        #expect(transaction.isUpgraded)
        #expect(transaction.appTransactionID == "704")
        #expect(transaction.ownership == .familyShared)
        #expect(transaction.reason == .renewal)
        #expect(transaction.quantity == 1)
        #expect(transaction.price == 9990)
        #expect(transaction.currency == "EUR")
        #expect(transaction.offerType == 3)
        #expect(transaction.offerIdentifier == "code")
        #expect(transaction.webOrderLineItemID == "88")
        #expect(transaction.storefront == "USA")
        let raw = try JSONReader.read(Array(transaction.rawPayload.utf8))
        #expect(raw.object?["currency"] == "EUR")
    }

    @Test func `unknown values of the store survive, and unknown fields stay in the raw payload`()
        throws
    {
        let transaction = try Self.transaction { template in
            template.type = "Eternal Subscription"
            template.ownership = "BORROWED"
            template.reason = "GIFT"
            template.extra = ["revocationType": "PARTLY", "futureField": ["deep": [1, 2]]]
        }
        #expect(transaction.type?.rawValue == "Eternal Subscription")
        #expect(transaction.ownership?.rawValue == "BORROWED")
        #expect(transaction.reason?.rawValue == "GIFT")
        #expect(transaction.revocationType?.rawValue == "PARTLY")
        #expect(transaction.rawPayload.contains("\"futureField\":{\"deep\":[1,2]}"))
    }

    @Test(arguments: [
        ("7E3FB20B-4CDB-47CC-936D-99D65F608138", true),
        ("7e3fb20b-4CDB-47cc-936d-99d65f608138", true),
        ("not a uuid", false), ("", false), ("7e3fb20b4cdb47cc936d99d65f608138", false),
    ])
    func `tokens are compared as UUIDs, and a malformed one counts as absent but is kept`(
        text: String, isToken: Bool
    ) throws {
        let transaction = try Self.transaction { $0.appAccountToken = text }
        let token = UUID(uuidString: "7e3fb20b-4cdb-47cc-936d-99d65f608138")
        #expect(transaction.appAccountToken == (isToken ? token : nil))
        #expect(transaction.appAccountTokenText == text)
    }

    @Test func `null is absent`() throws {
        let transaction = try Self.transaction {
            $0.extra = ["revocationDate": nil, "isUpgraded": nil, "productId": nil]
        }
        #expect(transaction.revocationDate == nil)
        #expect(!transaction.isUpgraded)
        #expect(transaction.productID == nil)
        #expect(transaction.record == nil)
    }

    @Test(
        arguments: [
            ("transactionId", 1), ("productId", true), ("purchaseDate", "1700000000000"),
            ("revocationDate", "soon"), ("revocationDate", 1_700_000_000), ("expiresDate", 0),
            ("expiresDate", -1), ("expiresDate", .integer(.max)), ("expiresDate", .number(1e300)),
            ("signedDate", 1_700_000_000), ("isUpgraded", 1), ("quantity", "1"),
            ("appAccountToken", 7), ("type", ["x"]), ("bundleId", 3), ("environment", [:]),
        ] as [(String, JSONValue)])
    func `a field of a wrong type, or seconds for milliseconds, is an error`(
        name: String, value: JSONValue
    ) {
        #expect(Self.code { $0.extra = [name: value] } == "invalid_format")
    }

    @Test func `dates may have a fraction, which is cut off, and lie from 2008 to 2100`() throws {
        let transaction = try Self.transaction {
            $0.extra = [
                "purchaseDate": .number(Double(testTime) + 0.75), "expiresDate": 4102444800000,
            ]
        }
        #expect(transaction.purchaseDate?.milliseconds == testTime)
        #expect(transaction.expiresDate?.milliseconds == StoreDate.range.upperBound)
        #expect(StoreDate(milliseconds: StoreDate.range.lowerBound - 1) == nil)
        #expect(StoreDate(milliseconds: StoreDate.range.upperBound + 1) == nil)
        #expect(StoreDate(milliseconds: Double.nan) == nil)
        #expect(StoreDate(milliseconds: -Double.infinity) == nil)
        let time = StoreDate(clampingMilliseconds: testTime)
        #expect(time.timestamp.milliseconds == testTime)
        #expect(StoreDate(clamping: time.timestamp) == time)
        #expect(
            StoreDate(clamping: Timestamp(seconds: .max)).milliseconds == StoreDate.range.upperBound
        )
    }

    @Test(arguments: [
        "Xcode", "LocalTesting", "Production", "sandbox", "", "Staging",
    ])
    func `another environment is refused, those without signatures always`(name: String) {
        #expect(Self.code { $0.environment = name } == "wrong_environment")
    }

    @Test(arguments: ["Xcode", "LocalTesting"])
    func `environments without signatures are refused whatever is configured`(name: String) throws {
        #expect(throws: VerificationError.self) {
            try Self.transaction({ $0.environment = name }, environments: [.sandbox, .production])
        }
        // As the store's tools make them: nothing but a payload counts.
        let payload = Base64URL.encode(Array("{\"environment\":\"\(name)\"}".utf8))
        let header = Base64URL.encode(Array("{\"alg\":\"ES256\",\"x5c\":[\"AAAA\"]}".utf8))
        let verifier = StoreVerifier.trusting(try Self.signer.get())
        #expect(throws: VerificationError.self) {
            try verifier.transaction("\(header).\(payload).AAAA")
        }
    }

    @Test func `another bundle id is refused before another environment`() {
        let code = Self.code {
            $0.bundleID = "com.example.other"
            $0.environment = "Production"
        }
        #expect(code == "wrong_app")
        #expect(Self.code { $0.extra = ["bundleId": nil] } == "wrong_app")
        #expect(Self.code { $0.extra = ["environment": nil] } == "wrong_environment")
    }

    @Test func `app transactions are verified, their number in Production only`() throws {
        let signer = try Self.signer.get()
        func code(
            _ environment: String, number: Int64?, configured: Int64?
        ) throws -> String {
            let jws = try signer.appTransaction(
                AppTransactionTemplate(
                    bundleID: testBundleID, appAppleID: number, environment: environment,
                    appTransactionID: "704", receiptCreationDate: testTime))
            let verifier = StoreVerifier.trusting(
                signer, appAppleID: configured, environments: [.sandbox, .production])
            return verdict { () throws(VerificationError) in
                let transaction = try verifier.appTransaction(jws)
                #expect(transaction.appTransactionID == "704")
                #expect(transaction.receiptCreationDate?.milliseconds == testTime)
            }
        }
        #expect(try code("Sandbox", number: nil, configured: 1234) == "valid")
        #expect(try code("Sandbox", number: 5, configured: 1234) == "valid")
        #expect(try code("Production", number: 1234, configured: 1234) == "valid")
        #expect(try code("Production", number: 5, configured: 1234) == "wrong_app")
        #expect(try code("Production", number: nil, configured: 1234) == "wrong_app")
        #expect(try code("Production", number: 1234, configured: nil) == "wrong_app")
        #expect(try code("Xcode", number: 1234, configured: 1234) == "wrong_environment")
    }
}
