import AppStore
import AppStoreServer
import Cryptography
import FoundationEssentials
import InterlockAPI
import TestSupport
import Testing

@Suite("Calls")
struct CallTests {
    @Test("a transaction is asked for by its id, with the headers of the store")
    func transaction() async throws {
        let script = Script(.json(#"{"signedTransactionInfo":"a.b.c"}"#), .json("{}"))
        try await Fixture.open(script.next) { fixture in
            let answer = try await fixture.client.transaction("20000", in: .production)
            #expect(answer == "a.b.c")
            let seen = try #require(fixture.store.seen.first)
            #expect(seen.path == "/inApps/v1/transactions/20000" && seen.method == "GET")
            #expect(seen.headers["Host"] == "127.0.0.1:\(fixture.store.port)")
            #expect(seen.headers["Accept"] == "application/json")
            #expect(seen.headers["Content-Type"] == nil && seen.body.isEmpty)
            let error = await failure { () async throws(StoreServerError) in
                _ = try await fixture.client.transaction("20000", in: .production)
            }
            #expect(error?.kind == .malformedResponse && error?.call == .transactionInfo)
        }
    }

    @Test("subscription statuses come with both signed texts, and unknown numbers are kept")
    func statuses() async throws {
        let body = #"""
            {"environment":"Sandbox","bundleId":"com.example.app","appAppleId":1,"data":[
              {"subscriptionGroupIdentifier":"g1","lastTransactions":[
                {"originalTransactionId":"1","status":4,"signedTransactionInfo":"t1",
                 "signedRenewalInfo":"r1"},
                {"originalTransactionId":"2","status":77}]},
              {"subscriptionGroupIdentifier":"g2","lastTransactions":[]},{}]}
            """#
        let none = StandIn.Reply.json(#"{"bundleId":"com.example.app"}"#)
        try await Fixture.open(Script(.json(body), none).next) { fixture in
            let statuses = try await fixture.client.subscriptionStatuses(
                of: "1", only: [.active, .gracePeriod], in: .sandbox)
            #expect(statuses.subscriptions.count == 2)
            let first = try #require(statuses.subscriptions.first)
            #expect(first.group == "g1" && first.originalTransactionID == "1")
            #expect(first.status == .gracePeriod)
            #expect(first.signedTransaction == "t1" && first.signedRenewalInfo == "r1")
            #expect(statuses.subscriptions.last?.status?.rawValue == 77)
            #expect(statuses.subscriptions.last?.signedTransaction == nil)
            let seen = try #require(fixture.store.seen.first)
            #expect(seen.path == "/inApps/v1/subscriptions/1")
            #expect(seen.query == ["status=1", "status=4"])
            let none = try await fixture.client.subscriptionStatuses(of: "1", in: .sandbox)
            #expect(none.subscriptions.isEmpty)
            #expect(fixture.store.seen.last?.query == [])
        }
    }

    @Test("a test notification is requested and followed by its token")
    func testNotification() async throws {
        let script = Script(
            .json(#"{"testNotificationToken":"5b0d2c44_1796040000000"}"#),
            .failure(404, code: 4_040_008),
            .json(
                #"{"signedPayload":"n","sendAttempts":[{"attemptDate":1796040000000,"#
                    + #""sendAttemptResult":"NEW"},{"sendAttemptResult":"SUCCESS"}]}"#))
        try await Fixture.open(script.next) { fixture in
            let token = try await fixture.client.requestTestNotification(in: .sandbox)
            let error = await failure { () async throws(StoreServerError) in
                _ = try await fixture.client.testNotification(token, in: .sandbox)
            }
            #expect(error?.kind == .notFound && error?.code == .testNotificationNotFound)
            let status = try await fixture.client.testNotification(token, in: .sandbox)
            #expect(status.signedPayload == "n")
            #expect(status.attempts.map(\.outcome?.rawValue) == ["NEW", "SUCCESS"])
            #expect(status.attempts.first?.date?.milliseconds == 1_796_040_000_000)
            #expect(
                fixture.store.seen.map { "\($0.method) \($0.path)" } == [
                    "POST /inApps/v1/notifications/test",
                    "GET /inApps/v1/notifications/test/5b0d2c44_1796040000000",
                    "GET /inApps/v1/notifications/test/5b0d2c44_1796040000000",
                ])
        }
    }

    @Test("an account's token is put as a lower-case UUID; an answer needs no body")
    func accountToken() async throws {
        try await Fixture.open(Script(.answer(200, "")).next) { fixture in
            let token = try #require(UUID(uuidString: "7E3FB204-2CF4-4B4E-8A0B-C2E1F9C0A111"))
            try await fixture.client.setAppAccountToken(
                token, ofOriginalTransaction: "70000", in: .production)
            let seen = try #require(fixture.store.seen.first)
            #expect(seen.method == "PUT")
            #expect(seen.path == "/inApps/v1/transactions/70000/appAccountToken")
            #expect(seen.headers["Content-Type"] == "application/json")
            #expect(seen.body == #"{"appAccountToken":"7e3fb204-2cf4-4b4e-8a0b-c2e1f9c0a111"}"#)
        }
    }

    @Test("with the machine's own clocks calls go the same way")
    func machineClocks() async throws {
        let script = Script(.answer(503, ""), .json(#"{"signedTransactionInfo":"a"}"#))
        try await withLoop { loop in
            try await StandIn.open(on: loop, script.next) { store in
                var configuration = StoreServerConfiguration()
                configuration.endpoints = [.sandbox: try store.endpoint]
                configuration.pauses = .milliseconds(2)...(.milliseconds(2))
                let client = StoreServer(
                    configuration, try Fixture.credentials(try PrivateKey.generate(.p256)),
                    on: loop)
                let before = StoreDate.now.seconds
                let answer = try await client.transaction("1", in: .sandbox)
                #expect(answer == "a")
                let token = try #require(store.seen.last?.headers["Authorization"]).dropFirst(7)
                let claims = try JSONReader.read(CompactJWS(token, limit: 4_096).payload)
                let issued = try #require(claims.object?["iat"]?.integer)
                #expect((before...StoreDate.now.seconds).contains(issued))
                client.close()
            }
        }
    }
}
