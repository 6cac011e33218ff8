import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import TestSupport
import Testing

@testable import Service

@Suite("Releasing many locks")
struct ReleaseManyPromises {
    private static let path = "/v1/admin/locks/release"

    /// Every row that a release could touch.
    private static let everything = """
        select concat_ws('/',
            (select string_agg(i::text, ';' order by i.intent_id) from interlock.intent i),
            (select string_agg(c::text, ';' order by c.intent_id) from interlock.claim c),
            (select string_agg(e::text, ';' order by e.intent_id, e.at, e.to_status)
                from interlock.intent_event e),
            (select string_agg(s.scope_id::text || s.version, ';' order by s.scope_id)
                from interlock.scope s),
            (select count(*)::text from interlock.audit where act like 'intent.%'))
        """

    /// One open intent each of a, b, c …
    private func open(
        _ fixture: ServiceFixture, _ count: Int
    ) async throws -> (devices: [Device], intents: [Intent]) {
        let devices = try (0..<count).map { try fixture.device("account-\($0)", "phone") }
        var intents: [Intent] = []
        for device in devices { intents.append(try await device.granted("monthly")) }
        return (devices, intents)
    }

    private func ask(
        _ fixture: ServiceFixture, _ request: ReleaseManyRequest, key: String? = nil
    ) async throws -> HTTPClientResponse {
        try await fixture.caller(key ?? fixture.operatorKey).post(
            Self.path, String(decoding: try WireCoding.encode(request), as: UTF8.self))
    }

    /// What a dry run shows of them.
    private func seen(
        _ fixture: ServiceFixture, _ intents: [Intent]
    ) async throws -> [ReleaseManyRequest.Seen] {
        let list = intents.map { ReleaseManyRequest.Seen(id: $0.id) }
        return try await ask(fixture, ReleaseManyRequest(intents: list, dryRun: true))
            .read(LockReleaseList.self).intents.map { .init(id: $0.id, etag: $0.etag) }
    }

    @Test func `a dry run says who gets unlocked and what may still happen, and changes nothing`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let (devices, intents) = try await open(fixture, 3)
            #expect(try await devices[1].report(intents[1], #"{"result":"pending"}"#).status == 200)
            #expect(
                try await devices[2].report(intents[2], #"{"result":"purchased"}"#).status == 200)
            let before = try await fixture.ask(Self.everything)
            let answer = try await ask(fixture, ReleaseManyRequest(filter: .init(), dryRun: true))
            #expect(answer.status == 200, "\(answer.text)")
            let shown = try answer.read(LockReleaseList.self)
            #expect(shown.dryRun && shown.count == 3)
            // In the order in which they would become stuck.
            #expect(shown.intents.map(\.id) == [0, 2, 1].map { intents[$0].id })
            #expect(
                shown.intents.map(\.consequence) == [
                    .buyingMayGoOn, .purchaseMayArrive, .requestMaySucceed,
                ])
            #expect(shown.intents.map(\.unlocks) == [0, 2, 1].map { ["account-\($0)"] })
            #expect(shown.intents.map(\.unlocksCount) == [1, 1, 1])
            #expect(shown.intents.allSatisfy { $0.outcome == .releasable && $0.etag != nil })
            #expect(try await fixture.ask(Self.everything) == before)

            let narrow = ReleaseManyRequest.Filter(status: .pending, accountID: "account-1")
            let one = try await ask(fixture, ReleaseManyRequest(filter: narrow, dryRun: true))
            #expect(try one.read(LockReleaseList.self).intents.map(\.id) == [intents[1].id])
            let stuck = ReleaseManyRequest(filter: .init(stuck: true), dryRun: true)
            #expect(try await ask(fixture, stuck).read(LockReleaseList.self).intents.isEmpty)
        }
    }

    @Test func `each is released as it was shown, or left as it is`() async throws {
        try await ServiceFixture.with { fixture in
            let (devices, intents) = try await open(fixture, 4)
            let etags = try await seen(fixture, intents)
            let shown = etags + [.init(id: UUID(), etag: nil)]
            let dry = try await ask(fixture, ReleaseManyRequest(intents: shown, dryRun: true))
                .read(LockReleaseList.self)
            #expect(dry.count == 4 && dry.intents.last?.outcome == .notFound)
            // One goes on, another one ends, before the act.
            #expect(try await devices[1].report(intents[1], #"{"result":"pending"}"#).status == 200)
            #expect(
                try await devices[2].report(intents[2], #"{"result":"cancelled"}"#).status == 200)
            let stranger = UUID()
            let list =
                etags + [
                    .init(id: stranger, etag: "\(stranger.wireText).1")
                ]
            let (one, four) = (try await devices[0].state().etag, try await devices[3].state().etag)
            async let first = withDeadline { try await devices[0].poll(one) }
            async let last = withDeadline { try await devices[3].poll(four) }
            let done = try await ask(
                fixture, ReleaseManyRequest(reason: "outage", intents: list, dryRun: false))
            #expect(done.status == 200, "\(done.text)")
            let result = try done.read(LockReleaseList.self)
            #expect(
                result.intents.map(\.outcome) == [
                    .released, .changed, .closed, .released, .notFound,
                ])
            #expect(result.count == 2 && !result.dryRun)
            for poll in [try await first, try await last] {
                let state = try poll.read(StateDocument.self)
                #expect(state.product("monthly")?.status == .available)
            }
            #expect(try await devices[1].state().product("yearly")?.status == .locked)
            #expect(
                try await fixture.ask(
                    "select string_agg(act || ' ' || reason, ', ') from interlock.audit "
                        + "where act like 'intent.%'")
                    == "intent.release outage, intent.release outage")
        }
    }

    @Test func `a delay counts for each of them`() async throws {
        try await ServiceFixture.with { fixture in
            let (devices, intents) = try await open(fixture, 2)
            let request = ReleaseManyRequest(
                reason: "outage", lockDelay: 3_600, intents: try await seen(fixture, intents),
                dryRun: false)
            let done = try await ask(fixture, request).read(LockReleaseList.self)
            #expect(done.count == 2)
            for device in devices {
                let product = try await device.state().product("monthly")
                #expect(product?.holder?.status == .released)
                #expect(try await device.reserve("monthly").code == "locked")
            }
        }
    }

    private static let refusals: [(body: String, hint: String)] = [
        (#"{"reason":"r","intents":[]}"#, "dry_run"),
        (#"{"intents":[{"id":"ID","etag":"ID.1"}],"dry_run":false}"#, "reason"),
        (#"{"reason":" ","intents":[{"id":"ID","etag":"ID.1"}],"dry_run":false}"#, "reason"),
        (#"{"reason":"r","dry_run":true}"#, "either intents or filter"),
        (#"{"reason":"r","filter":{},"dry_run":false}"#, "is for a dry run"),
        (#"{"reason":"r","filter":{},"intents":[],"dry_run":true}"#, "either intents or filter"),
        (#"{"reason":"r","intents":[],"dry_run":true}"#, "1 to 500"),
        (#"{"reason":"r","intents":[{"id":"ID"}],"dry_run":false}"#, "etags"),
        (#"{"reason":"r","intents":[{"id":"ID","etag":"x"}],"dry_run":false}"#, "etag"),
        (#"{"reason":"r","intents":[{"id":"ID"},{"id":"ID"}],"dry_run":true}"#, "once"),
        (#"{"filter":{"status":"expired"},"dry_run":true}"#, "reserved, pending, confirming"),
        (#"{"filter":{"older_than":-1},"dry_run":true}"#, "older_than"),
        (#"{"filter":{"environment":"Production"},"dry_run":true}"#, "environment"),
        (#"{"filter":{},"lock_delay":"PT25H","dry_run":true}"#, "lock_delay"),
    ]

    @Test func `what is not as it should be is refused, and says what`() async throws {
        try await ServiceFixture.with { fixture in
            let id = UUID().uuidString.lowercased()
            let someone = fixture.caller(fixture.operatorKey)
            for (body, hint) in Self.refusals {
                let refused = try await someone.post(Self.path, body.replacing("ID", with: id))
                #expect(refused.status == 400, "\(body): \(refused.text)")
                #expect(refused.text.contains(hint), "\(body): \(refused.text)")
            }
        }
    }

    @Test func `at most 500 at once, named or found`() async throws {
        try await ServiceFixture.with { fixture in
            let many = (0..<501).map { _ in
                let id = UUID()
                return ReleaseManyRequest.Seen(id: id, etag: "\(id.wireText).1")
            }
            for dryRun in [true, false] {
                let refused = try await ask(
                    fixture, ReleaseManyRequest(reason: "r", intents: many, dryRun: dryRun))
                #expect(refused.status == 400)
                #expect(try refused.read(Problem.self).field == "intents")
                #expect(refused.text.contains("500"))
            }
            let whole = Array(many.dropLast())
            let none = try await ask(
                fixture, ReleaseManyRequest(reason: "r", intents: whole, dryRun: false))
            let results = try none.read(LockReleaseList.self)
            #expect(results.intents.map(\.id) == whole.map(\.id))
            #expect(results.intents.allSatisfy { $0.outcome == .notFound })

            _ = try await fixture.device("ann", "phone").granted("monthly")
            try await fixture.ask(
                """
                insert into interlock.intent
                select (jsonb_populate_record(i, jsonb_build_object(
                    'intent_id', gen_random_uuid(), 'request_id', n::text))).*
                from interlock.intent i, generate_series(1, 500) n
                """)
            let found = try await ask(fixture, ReleaseManyRequest(filter: .init(), dryRun: true))
            #expect(found.status == 400)
            #expect(found.text.contains("more than 500"), "\(found.text)")
        }
    }

    @Test func `only an operator or an admin may, also only to look`() async throws {
        try await ServiceFixture.with { fixture in
            _ = try await open(fixture, 1)
            let look = ReleaseManyRequest(filter: .init(), dryRun: true)
            for key in [fixture.viewerKey, fixture.serviceKey] {
                #expect(try await ask(fixture, look, key: key).status == 403)
            }
            #expect(try await ask(fixture, look, key: "").status == 401)
            #expect(try await ask(fixture, look, key: fixture.adminKey).status == 200)
        }
    }
}
