import AppStore
import Cryptography
import EventLoop
import HTTPClient
import InterlockAPI
import StoreSigner
import Testing

@testable import FakeStore

/// The control face, as a person or a test uses it.
@Suite struct ControlTests {
    @Test func `a purchase gives the transaction as a device has it`() async throws {
        try await StoreFixture.with { fixture in
            let (status, document) = try await fixture.control(
                "buy",
                [
                    "buyer": "anna", "product_id": "pro_monthly",
                    "app_account_token": .string(testToken),
                ])
            #expect(status == 200)
            #expect(document["result"] == "purchased")
            #expect(document["words"]?.array?.first == "anna subscribed to pro_monthly")
            let entry = try #require(document["transactions"]?.array?.first?.object)
            let verified = try fixture.verifier.transaction(
                try #require(entry["signed_transaction"]?.string))
            #expect(verified.transactionID == entry["transaction_id"]?.string)
            #expect(verified.appAccountTokenText == testToken)
            let told = try #require(document["notifications"]?.array?.first?.object)
            #expect(told["type"] == "SUBSCRIBED")
            #expect(told["subtype"] == "INITIAL_BUY")
        }
    }

    @Test func `a whole life by its verbs`() async throws {
        let life: [(String, JSONValue, String)] = [
            ("ask", ["buyer": "anna", "product_id": "pro_monthly"], ""),
            ("ask", ["buyer": "anna", "product_id": "pro_monthly"], ""),
            ("approve", ["buyer": "anna", "product_id": "pro_monthly"], "SUBSCRIBED"),
            ("renew", ["buyer": "anna"], "DID_RENEW"),
            // What was renewed ahead begins.
            ("tick", ["seconds": 2_592_010], ""),
            (
                "upgrade", ["buyer": "anna", "product_id": "family_monthly"],
                "DID_CHANGE_RENEWAL_PREF"
            ),
            ("share", ["buyer": "anna", "member": "ben"], "SUBSCRIBED"),
            ("unshare", ["buyer": "anna", "member": "ben"], "REVOKE"),
            (
                "downgrade", ["buyer": "anna", "product_id": "basic_monthly"],
                "DID_CHANGE_RENEWAL_PREF"
            ),
            ("cancel-downgrade", ["buyer": "anna"], "DID_CHANGE_RENEWAL_PREF"),
            ("auto-renew-off", ["buyer": "anna"], "DID_CHANGE_RENEWAL_STATUS"),
            ("auto-renew-on", ["buyer": "anna"], "DID_CHANGE_RENEWAL_STATUS"),
            ("raise-price", ["buyer": "anna", "price": 29_990], "PRICE_INCREASE"),
            ("accept-price", ["buyer": "anna"], "PRICE_INCREASE"),
            ("extend-renewal", ["buyer": "anna", "days": 3], "RENEWAL_EXTENDED"),
            ("extend-all", ["product_id": "family_monthly", "days": 3], "RENEWAL_EXTENDED"),
            ("fail-billing", ["buyer": "anna"], "DID_FAIL_TO_RENEW"),
            ("recover", ["buyer": "anna"], "DID_RENEW"),
            ("fail-billing", ["buyer": "anna", "at_renewal": true], ""),
            ("recover", ["buyer": "anna"], ""),
            ("expire", ["buyer": "anna", "intent": 4], "EXPIRED"),
            ("resubscribe", ["buyer": "anna"], "SUBSCRIBED"),
            ("refund", ["buyer": "anna", "percentage": 50_000], "REFUND"),
            ("reverse-refund", ["buyer": "anna"], "REFUND_REVERSED"),
            ("decline-refund", ["buyer": "anna"], "REFUND_DECLINED"),
            ("request-consumption", ["buyer": "anna"], "CONSUMPTION_REQUEST"),
            ("redeem-offer", ["buyer": "anna", "product_id": "coins"], "ONE_TIME_CHARGE"),
            ("ask", ["buyer": "anna", "product_id": "lifetime"], ""),
            ("decline", ["buyer": "anna", "product_id": "lifetime"], ""),
            ("ask", ["buyer": "anna", "product_id": "lifetime"], ""),
            ("lapse", ["buyer": "anna", "product_id": "lifetime"], ""),
            ("rescind-consent", ["buyer": "anna"], "RESCIND_CONSENT"),
            ("external-purchase", [:], "EXTERNAL_PURCHASE_TOKEN"),
            ("test-notification", [:], "TEST"), ("notify", ["type": "NEWS"], "NEWS"),
            ("redeliver", ["buyer": "anna"], ""), ("app-transaction", ["buyer": "anna"], ""),
            ("tick", ["seconds": 60], ""), ("state", [:], ""), ("sent", [:], "SUBSCRIBED"),
            ("delivery", ["pause": true], ""), ("faults", [:], ""),
            ("buy", ["buyer": "carla", "product_id": "coins", "quantity": 2], "ONE_TIME_CHARGE"),
        ]
        #expect(Set(life.map(\.0)) == Set(ControlVerb.all.map(\.name)))
        try await StoreFixture.with { fixture in
            for (verb, members, told) in life {
                let (status, document) = try await fixture.control(verb, members)
                #expect(status == 200, "\(verb): \(document["error"]?.string ?? "")")
                #expect(document["words"]?.array?.isEmpty == false, "\(verb)")
                let first = document["notifications"]?.array?.first?.object?["type"]
                #expect(first?.string ?? "" == told, "\(verb)")
            }
        }
    }

    @Test(arguments: [
        ("buy", #"{"buyer":"anna"}"#, 400, "product_id is missing"),
        ("buy", #"{"buyer":"anna","product_id":"x"}"#, 409, "no product x is sold"),
        ("buy", #"{"buyer":"","product_id":"coins"}"#, 400, "buyer must be a text"),
        ("buy", #"{"buyer":"a","product_id":"coins","quantity":11}"#, 400, "from 1 to 10"),
        ("buy", #"{"buyer":"a","product":"coins"}"#, 400, "product is not known here"),
        ("buy", "[]", 400, "must be a JSON object"), ("renew", "{}", 400, "name a transaction_id"),
        ("renew", #"{"transaction_id":"1"}"#, 409, "there is no transaction 1"),
        ("renew", #"{"buyer":"zoe"}"#, 409, "nobody called zoe"),
    ])
    func `a wrong request says what is wrong with it`(
        verb: String, body: String, status: Int, text: String
    ) async throws {
        try await StoreFixture.with { fixture in
            let answer = try await fixture.connection.request(
                .post, "/control/\(verb)", body: Array(body.utf8))
            #expect(answer.status == status)
            let error = try JSONReader.read(answer.body).object?["error"]?.string
            #expect(error?.contains(text) == true, "\(error ?? "")")
        }
    }

    @Test func `a delivery again is newly signed, with the same facts`() async throws {
        try await StoreFixture.with { fixture in
            let id = try fixture.buy("lifetime")
            var seen: [StoreTransaction] = []
            for _ in 0..<2 {
                fixture.clock.move(by: 1_000)
                let (_, document) = try await fixture.control(
                    "redeliver", ["transaction_id": .string(id)])
                let entry = document["transactions"]?.array?.first?.object
                seen.append(
                    try fixture.verifier.transaction(
                        try #require(entry?["signed_transaction"]?.string)))
            }
            #expect(seen[0].transactionID == seen[1].transactionID)
            #expect(try #require(seen[0].signedDate) < #require(seen[1].signedDate))
            let (_, app) = try await fixture.control("app-transaction", ["buyer": "anna"])
            let jws = try #require(app["signed_app_transaction"]?.string)
            #expect(
                try fixture.verifier.appTransaction(jws).appTransactionID
                    == seen[0].appTransactionID)
        }
    }

    @Test func `a client does the same, and tells a refusal from silence`() async throws {
        try await StoreFixture.with { fixture in
            let loop = fixture.connection.loop
            let client = try #require(
                ControlClient(url: "http://127.0.0.1:\(fixture.store.port)", on: loop))
            let buy = try #require(ControlVerb.all.first { $0.name == "buy" })
            let bought = await client.perform(buy, ["buyer": "anna", "product_id": "coins"])
            #expect(bought?.isRefusal == false)
            #expect(bought?.words.first == "anna bought coins")
            let refused = await client.perform(buy, ["buyer": "anna", "product_id": "x"])
            #expect(refused?.isRefusal == true)
            #expect(refused?.error == "no product x is sold")
            let nobody = try #require(ControlClient(url: "http://127.0.0.1:1", on: loop))
            #expect(await nobody.perform(buy, [:]) == nil)
        }
    }

    @Test func `the root and the ids last as long as the folder, the purchases don't`() async throws
    {
        var folder = ""
        var root: [UInt8] = []
        var ids: Set<String> = []
        for start in [openingTime, openingTime + 1_000] {
            let known = folder
            try await StoreFixture.with(
                opening: start,
                configure: { if known.isEmpty { folder = $0.folder } else { $0.folder = known } }
            ) { fixture in
                if !root.isEmpty { #expect(fixture.store.signer.rootCertificateDER == root) }
                root = fixture.store.signer.rootCertificateDER
                #expect(try FolderFile.read("\(folder)/root.der") == root)
                ids.insert(try fixture.buy("coins"))
            }
        }
        #expect(ids.count == 2)
    }
}
