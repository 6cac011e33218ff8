import AppStore
import FoundationEssentials
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

@testable import Service

@Suite("Parked polls")
struct PollPromises {
    /// A change that a parked device has to see.
    enum Change: String, CaseIterable, Sendable {
        case reserve, report, release, settlement, deadline, subscriptionExpiry
    }

    @Test(arguments: Change.allCases)
    func `a parked poll answers on each kind of change`(change: Change) async throws {
        try await ServiceFixture.with(reserved: change == .deadline ? "PT2S" : nil) { fixture in
            let phone = try fixture.device("ann", "phone")
            let pad = try fixture.device("ann", "pad")
            var intent: Intent?
            if change != .reserve, change != .subscriptionExpiry {
                intent = try await phone.granted("monthly")
            }
            if change == .release, let intent {
                #expect(try await phone.report(intent, #"{"result":"pending"}"#).status == 200)
            }
            if change == .subscriptionExpiry {
                let signed = try fixture.purchase("7", "monthly", expires: 2_000)
                let body = "{\"signed_transactions\":[\"\(signed)\"]}"
                #expect(try await phone.post("/v1/transactions", body).status == 200)
            }
            let before = try await pad.state()
            async let woken = withDeadline(.seconds(7)) {
                try await pad.poll(before.etag)
            }
            if change != .deadline, change != .subscriptionExpiry { try await parked(1, fixture) }
            try await make(change, phone, intent, fixture)
            let answer = try await woken
            #expect(answer.status == 200)
            let state = try answer.read(StateDocument.self)
            #expect(state.etag != before.etag)
            #expect(answer.header("etag") == "\"\(state.etag)\"")
            #expect(answer.header("cache-control") == "no-store")
        }
    }

    private func make(
        _ change: Change, _ phone: Device, _ intent: Intent?, _ fixture: ServiceFixture
    ) async throws {
        let answer: HTTPClientResponse
        switch (change, intent) {
        case (.reserve, _):
            _ = try await phone.granted("yearly")
            return
        case (.report, let intent?):
            answer = try await phone.report(intent, #"{"result":"pending","reason":"ask_to_buy"}"#)
        case (.release, let intent?):
            answer = try await phone.post(
                "/v1/intents/\(intent.id.wireText)/release", #"{"reason":"no more"}"#)
        case (.settlement, let intent?):
            let signed = try fixture.purchase("5", "monthly", expires: 3_600_000)
            answer = try await phone.report(
                intent, "{\"result\":\"purchased\",\"signed_transaction\":\"\(signed)\"}")
        default: return
        }
        #expect(answer.status == 200, "\(answer.text)")
    }

    @Test func `a wait that ends answers 304 with the etag, an unknown etag 200 at once`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let pad = try fixture.device("ann", "pad")
            let etag = try await pad.state().etag
            let ended = try await withDeadline(.seconds(4)) {
                try await pad.poll(etag, wait: 1)
            }
            #expect(ended.status == 304)
            #expect(ended.header("etag") == "\"\(etag)\"")
            let unknown = try await withDeadline(.seconds(4)) {
                try await pad.poll("future")
            }
            #expect(unknown.status == 200)
            let query = try await pad.send(.get, "/v1/state?wait=1&etag=\(etag)")
            #expect(query.status == 304)
        }
    }

    @Test func `a preference that can't be read is ignored`() async throws {
        try await ServiceFixture.with { fixture in
            let pad = try fixture.device("ann", "pad")
            let etag = try await pad.state().etag
            for preference in ["wait=abc", "wait", "wait=", "respond-async", "wait=-1"] {
                let answer = try await withDeadline(.seconds(10)) {
                    try await pad.send(
                        .get, "/v1/state",
                        headers: [("If-None-Match", "\"\(etag)\""), ("Prefer", preference)])
                }
                #expect(answer.status == 304, "\(preference)")
            }
        }
    }

    @Test func `a poll ends with its token, and a HEAD never waits`() async throws {
        try await ServiceFixture.with { fixture in
            let pad = try fixture.device("ann", "pad", lifetime: 3)
            let etag = try await pad.state().etag
            let head = try await withDeadline(.seconds(2)) {
                try await pad.send(.head, "/v1/state?wait=30&etag=\(etag)")
            }
            #expect(head.status == 304)
            let ended = try await withDeadline(.seconds(8)) { try await pad.poll(etag) }
            #expect(ended.status == 304)
            try await eventually("the token is over") {
                try await pad.send(.get, "/v1/state").code == "token_expired"
            }
        }
    }

    @Test func `an account may not park more polls than its share`() async throws {
        try await ServiceFixture.with(configure: { $0.parkedPerAccount = 1 }) { fixture in
            let devices = try (0..<6).map { try fixture.device("ann", "device-\($0)") }
            let etag = try await devices[0].state().etag
            // Two loops, a place on each: of six polls four have none.
            let answers = try await withThrowingTaskGroup { group in
                for device in devices {
                    let own = try await device.state().etag
                    #expect(own == etag)
                    group.addTask { try await device.poll(own, wait: 2) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.status == 304 } <= 2)
            let refused = answers.filter { $0.status == 429 }
            #expect(refused.count >= 4)
            #expect(refused.allSatisfy { $0.code == "rate_limited" })
            #expect(refused.allSatisfy { $0.header("retry-after") != nil })
        }
    }

    @Test func `two environments wait beside each other, each for its own clock`() async throws {
        try await ServiceFixture.with(
            reserved: "PT3S", environments: [.production, .sandbox]
        ) { fixture in
            let phone = try fixture.device("ann", "phone")
            let reserve = try await phone.post(
                "/v1/intents",
                #"{"product_id":"monthly","request_id":"r","environment":"Sandbox"}"#)
            #expect(reserve.status == 201)
            let production = try fixture.device("ann", "pad")
            let sandbox = try fixture.device("ann", "watch")
            let paths = ["Production", "Sandbox"].map { "/v1/state?environment=\($0)" }
            let other = try await production.send(.get, paths[0]).read(StateDocument.self)
            let own = try await sandbox.send(.get, paths[1]).read(StateDocument.self)
            #expect(other.product("yearly")?.status == .available)
            #expect(own.product("yearly")?.status == .locked)
            async let elsewhere = production.send(.get, paths[0] + "&wait=6&etag=\(other.etag)")
            let woken = try await withDeadline(.seconds(8)) {
                try await sandbox.send(.get, paths[1] + "&wait=30&etag=\(own.etag)")
            }
            #expect(woken.status == 200)
            let after = try woken.read(StateDocument.self)
            #expect(after.product("yearly")?.status == .available)
            #expect([200, 304].contains(try await elsewhere.status))
        }
    }

    @Test func `a drain answers what is parked and lets nothing park`() async throws {
        try await ServiceFixture.with { fixture in
            let pad = try fixture.device("ann", "pad")
            let etag = try await pad.state().etag
            async let woken = withDeadline(.seconds(5)) {
                try await pad.poll(etag)
            }
            try await parked(1, fixture)
            await fixture.service.drain(over: .milliseconds(500))
            let answer = try await woken
            #expect(answer.status == 304)
            #expect(answer.header("connection") == "close")
            #expect(answer.header("retry-after") != nil)
        }
    }
}
