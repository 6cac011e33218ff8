import FoundationEssentials
import HTTPClient
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

@testable import Service

@Suite("Outcomes over HTTP")
struct OutcomePromises {
    @Test func `reserve replays, refuses reuse, and names what is owned`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let first = try await phone.reserve("monthly", request: "r1")
            #expect(first.status == 201)
            let intent = try first.read(IntentEnvelope.self).intent
            #expect(first.header("location") == "/v1/intents/\(intent.id.wireText)")
            let again = try await phone.reserve("monthly", request: "r1")
            #expect(again.status == 200 && again.header("idempotency-replayed") == "true")
            #expect(try await phone.reserve("yearly", request: "r1").code == "request_id_reused")
            let renewed = try await phone.post("/v1/intents/\(intent.id.wireText)/renew", "")
            #expect(renewed.status == 200)
            let forged = try await phone.report(
                intent, #"{"result":"purchased","signed_transaction":"a.b.c"}"#)
            #expect(forged.status == 422 && forged.code == "verification_failed")
            let other = try fixture.purchase("9", "lifetime")
            let mismatch = try await phone.report(
                intent, "{\"result\":\"purchased\",\"signed_transaction\":\"\(other)\"}")
            #expect(mismatch.code == "transaction_mismatch")
            let owned = try await phone.reserve("yearly")
            #expect(owned.status == 409 && owned.code == "owned")
            #expect(try owned.read(Problem.self).owned?.productID == "lifetime")
            let list = try await phone.send(.get, "/v1/intents?status=open")
                .read(IntentList.self)
            #expect(list.intents.map(\.id) == [intent.id])
        }
    }

    @Test func `a notification is 200, a repeated one too, a tampered one is 4xx`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            let transaction = TransactionTemplate(
                transactionID: "11", bundleID: ServiceFixture.bundleID, productID: "monthly",
                type: "Auto-Renewable Subscription",
                purchaseDate: intent.createdAt.milliseconds + 10,
                expiresDate: intent.createdAt.milliseconds + 3_600_000, subscriptionGroup: "G",
                appAccountToken: intent.appAccountToken.uuidString)
            let signed = try fixture.signer.notification(
                NotificationTemplate(
                    kind: "SUBSCRIBED", bundleID: ServiceFixture.bundleID,
                    signedDate: intent.createdAt.milliseconds + 20, transaction: transaction))
            let store = fixture.caller(nil)
            let path = "/v1/notifications/app-store"
            let tampered = String(signed.dropLast()) + (signed.hasSuffix("A") ? "B" : "A")
            let refused = try await store.post(path, "{\"signedPayload\":\"\(tampered)\"}")
            #expect((400..<500).contains(refused.status))
            #expect(try await phone.state().intents.map(\.id) == [intent.id])
            for _ in 0..<2 {
                let answer = try await store.post(path, "{\"signedPayload\":\"\(signed)\"}")
                #expect(answer.status == 200, "\(answer.text)")
            }
            #expect(try await phone.state().product("monthly")?.status == .owned)
        }
    }

    @Test func `keys do what their role may, and no more`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            let viewer = fixture.caller(fixture.viewerKey)
            let locks = try await viewer.send(.get, "/v1/admin/locks").read(LockList.self)
            #expect(locks.locks.map(\.intent.id) == [intent.id])
            let path = "/v1/admin/intents/\(intent.id.wireText)"
            let shown = try await viewer.send(.get, path)
            #expect(
                shown.status == 200
                    && shown.header("etag") == locks.locks.first.map { "\"\($0.etag)\"" })
            #expect(try await viewer.post(path + "/release", #"{"reason":"stuck"}"#).status == 403)
            #expect(try await phone.send(.get, "/v1/admin/locks").status == 403)
            let admin = fixture.caller(fixture.operatorKey)
            #expect(try await admin.post(path + "/release", "{}").status == 400)
            #expect(try await admin.post(path + "/release", #"{"reason":"stuck"}"#).status == 200)
            #expect(try await phone.state().product("yearly")?.status == .available)
            let backend = fixture.caller(fixture.serviceKey)
            #expect(try await backend.send(.get, "/v1/state").status == 400)
            let named = try await backend.send(
                .get, "/v1/state",
                headers: [("Interlock-Account", "ann"), ("Interlock-Device", "web")])
            #expect(named.status == 200)
            let token = try await backend.post(
                "/v1/client-tokens", #"{"account_id":"bob","device_id":"tv","expires_in":60}"#)
            #expect(token.status == 201)
            let bob = fixture.caller(try token.read(ClientToken.self).token)
            #expect(try await bob.send(.get, "/v1/entitlements").status == 200)
            #expect(try await fixture.caller(nil).send(.get, "/readyz").status == 200)
            let set = try await backend.send(
                .put, "/v1/accounts/bob",
                body: Array("{\"app_account_token\":\"\(UUID().uuidString)\"}".utf8))
            #expect(set.status == 200)
        }
    }

    @Test func `a release that names what was seen happens, and one that names less does not`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            let path = "/v1/admin/intents/\(intent.id.wireText)"
            let admin = fixture.caller(fixture.operatorKey)
            let seen = try #require(try await admin.send(.get, path).header("etag"))
            #expect(try await phone.report(intent, #"{"result":"pending"}"#).status == 200)
            func release(_ etag: String) async throws -> HTTPClientResponse {
                try await admin.send(
                    .post, path + "/release",
                    headers: [("If-Match", etag), ("Content-Type", "application/json")],
                    body: Array(#"{"reason":"ticket 12"}"#.utf8))
            }
            let stale = try await release(seen)
            #expect(stale.status == 412)
            let now = try #require(try await admin.send(.get, path).header("etag"))
            #expect(now != seen)
            let done = try await release(now)
            #expect(done.status == 200, "\(done.text)")
            let delayed = try await phone.post(
                "/v1/intents/\(intent.id.wireText)/release",
                #"{"reason":"x","lock_delay":"PT5S"}"#)
            #expect(delayed.status == 400)
        }
    }

    @Test func `names in headers are UTF-8, and there is one credential`() async throws {
        try await ServiceFixture.with { fixture in
            let backend = fixture.caller(fixture.serviceKey)
            let twice = try await backend.send(
                .get, "/v1/state", headers: [("Authorization", "Bearer other")])
            #expect(twice.status == 401)
            let broken = try await backend.send(
                .get, "/v1/state",
                headers: [("Interlock-Account", "Jos\u{FFFD}"), ("Interlock-Device", "web")])
            #expect(broken.status == 400)
        }
    }

    @Test func `the catalog is replaced only by who has seen it`() async throws {
        try await ServiceFixture.with { fixture in
            let admin = fixture.caller(fixture.adminKey)
            let path = "/v1/admin/catalog"
            let current = try await admin.send(.get, path)
            let etag = try #require(current.header("etag"))
            let body = Array(#"{"products":[{"product_id":"solo","kind":"non_consumable"}]}"#.utf8)
            #expect(try await admin.send(.put, path, body: body).status == 428)
            let stale = try await admin.send(
                .put, path, headers: [("If-Match", "\"999\"")], body: body)
            #expect(stale.status == 412)
            let done = try await admin.send(.put, path, headers: [("If-Match", etag)], body: body)
            #expect(done.status == 200 && done.header("etag") != etag)
            let state = try await fixture.device("ann", "phone").state()
            #expect(state.products.map(\.productID) == ["solo"])
        }
    }
}
