import Authentication
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import Telemetry
import TestSupport
import Testing

@testable import Service

@Suite("Bad input over HTTP")
struct BadInputPromises {
    /// A body for `POST /v1/intents` and what it gets.
    static let bodies: [(body: String, status: Int, code: String)] = [
        ("", 400, "malformed_json"),
        ("{", 400, "malformed_json"),
        ("[]", 400, "invalid_request"),
        (#"{"product_id":1,"request_id":"a"}"#, 400, "invalid_request"),
        (#"{"request_id":"a"}"#, 400, "invalid_request"),
        (#"{"product_id":"","request_id":"a"}"#, 400, "invalid_request"),
        (
            #"{"product_id":"monthly","request_id":"a","environment":"Xcode"}"#, 400,
            "invalid_request"
        ),
        (
            #"{"product_id":"monthly","request_id":"a","environment":"Production"}"#, 400,
            "invalid_request"
        ),
        (#"{"product_id":"monthly","request_id":"a","metadata":[]}"#, 400, "invalid_request"),
        (#"{"product_id":"nothing","request_id":"a"}"#, 422, "unknown_product"),
        (
            #"{"product_id":"monthly","request_id":"a","signed_app_transaction":"x"}"#, 422,
            "verification_failed"
        ),
        (String(repeating: "[", count: 5_000), 400, "malformed_json"),
    ]

    @Test func `every malformed reserve gets the documented problem`() async throws {
        try await ServiceFixture.with { fixture in
            for (body, status, code) in Self.bodies {
                let device = try fixture.device("ann", "phone")
                let answer = try await device.post("/v1/intents", body)
                #expect(
                    answer.status == status && answer.code == code,
                    "\(body.prefix(60)): \(answer.text)")
                #expect(answer.header("content-type") == "application/problem+json")
                #expect(try answer.read(Problem.self).requestID != nil)
            }
            let device = try fixture.device("ann", "phone")
            let utf8 = try await device.send(.post, "/v1/intents", body: [0x22, 0xff, 0x22])
            #expect(utf8.code == "malformed_json")
            let media = try await device.send(
                .post, "/v1/intents", headers: [("Content-Type", "text/plain")], body: [0x7b])
            #expect(media.status == 415)
            #expect(try await device.send(.get, "/v1/nothing").status == 404)
            #expect(try await device.send(.delete, "/v1/intents").status == 405)
            let metrics = fixture.metrics.rendered()
            #expect(metrics.contains("interlock_problems_total{code=\"malformed_json\"}"))
            #expect(metrics.contains("interlock_verification_failures_total{code="))
        }
    }

    @Test func `forged, foreign and expired credentials are refused and counted`() async throws {
        try await ServiceFixture.with { fixture in
            let good = try fixture.device("ann", "phone").credential ?? ""
            let parts = good.split(separator: ".").map(String.init)
            let none = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
            let symmetric = Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8))
            let foreign = try #require(fixture.registry.app("other")).minter.mint(
                accountID: "ann", deviceID: "phone", lifetime: 60, now: ServiceContext.now)
            let old = try #require(fixture.registry.app("demo")).minter.mint(
                accountID: "ann", deviceID: "phone", lifetime: 1,
                now: ServiceContext.now.adding(seconds: -60))
            let refused: [(String?, String)] = [
                (nil, "unauthenticated"), ("x", "unauthenticated"),
                ("ilk_x", "unauthenticated"),
                ("ilk_" + Base64URL.encode([UInt8](repeating: 7, count: 32)), "unauthenticated"),
                ("\(none).\(parts[1]).", "unauthenticated"),
                ("\(none).\(parts[1]).\(parts[2])", "unauthenticated"),
                ("\(symmetric).\(parts[1]).\(parts[2])", "unauthenticated"),
                ("\(parts[0]).\(parts[1]).\(String(parts[2].reversed()))", "unauthenticated"),
                (old.token, "token_expired"),
            ]
            for (credential, code) in refused {
                let answer = try await fixture.caller(credential).send(.get, "/v1/state")
                #expect(answer.status == 401 && answer.code == code, "\(answer.text)")
                #expect(answer.header("www-authenticate")?.hasPrefix("Bearer") == true)
            }
            let intent = try await fixture.device("ann", "phone").granted("monthly")
            let stranger = try await fixture.caller(foreign.token)
                .send(.get, "/v1/intents/\(intent.id.wireText)")
            #expect(stranger.status == 404)
            let bob = try fixture.device("bob", "phone")
            #expect(try await bob.report(intent, #"{"result":"failed"}"#).status == 404)
            #expect(fixture.metrics.rendered().contains("interlock_refused_credentials_total"))
        }
    }

    @Test func `an app with two environments must be told which`() async throws {
        try await ServiceFixture.with(environments: [.production, .sandbox]) { fixture in
            let phone = try fixture.device("ann", "phone")
            #expect(try await phone.send(.get, "/v1/state").code == "environment_required")
            #expect(try await phone.reserve("monthly").code == "environment_required")
            let named = try await phone.send(.get, "/v1/state?environment=Production")
            #expect(named.status == 200)
        }
    }
}
