import FoundationEssentials
import InterlockAPI
import TestSupport
import Testing

@testable import Storage

@Suite("Intents in the database")
struct IntentPromises {
    @Test("of two devices one is granted, the other told who holds; a replay is the same intent")
    func oneOfTwoDevicesWins() async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            let first = try await fixture.reserve(alice, "monthly", device: "A", request: "r")
            #expect(first.outcome == .granted)
            #expect(first.intent?.fence == first.version)
            let rival = try await fixture.reserve(alice, "lifetime", device: "B")
            #expect(rival.outcome == .locked)
            let holder = try #require(rival.holder(for: alice, device: "B"))
            #expect(holder.sameAccount && !holder.sameDevice)
            #expect(holder.intentID == first.intent?.id)
            let again = try await fixture.reserve(alice, "monthly", device: "A", request: "r")
            #expect(again.outcome == .replay && again.intent?.id == first.intent?.id)
            let other = try await fixture.reserve(alice, "coins", device: "A", request: "r")
            #expect(other.outcome == .requestIDReused)
            #expect(try await fixture.reserve(alice, "nothing").outcome == .unknownProduct)
            #expect(try await fixture.reserve(alice, "coins", device: "B").outcome == .granted)
        }
    }

    @Test("64 rivals of one scope, round after round: one is granted, the others are locked")
    func exactlyOneOfManyWins() async throws {
        try await StorageFixture.with(connections: 8) { fixture in
            for round in 0..<20 {
                let account = fixture.account("round-\(round)")
                let outcomes = try await withThrowingTaskGroup(of: IntentOutcome.self) { group in
                    for device in 0..<64 {
                        let product = ["monthly", "yearly", "lifetime"][device % 3]
                        group.addTask {
                            try await fixture.reserve(account, product, device: "d\(device)")
                                .outcome
                        }
                    }
                    return try await group.reduce(into: [IntentOutcome]()) { $0.append($1) }
                }
                #expect(outcomes.count { $0 == .granted } == 1)
                #expect(outcomes.count { $0 == .locked } == 63)
            }
            #expect(
                try await fixture.ask(
                    "select count(*)::text from interlock.claim") == "20")
        }
    }

    @Test("concurrent twins of one request are one intent")
    func twinsAreOneIntent() async throws {
        try await StorageFixture.with(connections: 8) { fixture in
            for round in 0..<20 {
                let account = fixture.account("twin-\(round)")
                let answers = try await withThrowingTaskGroup(of: IntentAnswer.self) { group in
                    for _ in 0..<16 {
                        group.addTask {
                            try await fixture.reserve(account, "monthly", request: "same")
                        }
                    }
                    return try await group.reduce(into: [IntentAnswer]()) { $0.append($1) }
                }
                #expect(answers.count { $0.outcome == .granted } == 1)
                #expect(answers.count { $0.outcome == .replay } == 15)
                #expect(Set(answers.compactMap(\.intent?.id)).count == 1)
            }
        }
    }

    @Test("pending is held by every device of the account, reserved by its own alone")
    func holdersAreAsPromised() async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            let id = try #require(
                try await fixture.reserve(alice, "monthly", device: "A").intent?.id)
            func report(_ device: String, _ result: ReportResult) async throws -> IntentAnswer {
                try await fixture.storage.intents.report(
                    alice, device: device, id: id, result: result, reason: .askToBuy, error: nil)
            }
            #expect(try await report("B", .pending).outcome == .notFound)
            #expect(
                try await fixture.storage.intents.renew(alice, device: "B", id: id).outcome
                    == .notFound)
            let pending = try await report("A", .pending)
            #expect(pending.outcome == .reported && pending.intent?.status == .pending)
            #expect((pending.intent?.expiresInMs ?? 0) > 24 * 3_600_000)
            #expect(try await report("B", .purchased).intent?.status == .confirming)
            #expect(try await report("B", .pending).intent?.status == .pending)
            #expect(
                try await fixture.storage.intents.renew(alice, device: "A", id: id).outcome
                    == .notRenewable)
            #expect(try await report("A", .cancelled).intent?.status == .cancelled)
            #expect(try await report("A", .cancelled).outcome == .reported)
            #expect(try await report("A", .failed).outcome == .intentClosed)
            let next = try await fixture.reserve(alice, "yearly")
            #expect(next.outcome == .granted)
            #expect(next.intent?.risks == [.earlierRequestUnresolved])
        }
    }

    @Test("ten open intents of an account are enough")
    func openIntentsAreBounded() async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            _ = try await fixture.reserve(alice, "coins")
            _ = try await fixture.ask(
                """
                insert into interlock.intent
                select scope_id, gen_random_uuid(), app_id, environment, account_key, account_id,
                    device_id, 'p' || n, 'q' || n, status, open, pending_reason, array['s' || n],
                    fence, created_at, updated_at, expires_at, renewable_until
                from interlock.intent, generate_series(1, 9) n returning 'x'
                """)
            #expect(try await fixture.reserve(alice, "monthly").outcome == .tooManyOpen)
        }
    }

    @Test("an administrator's release frees the sets, is audited, and repeats harmlessly")
    func administratorsRelease() async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            let id = try #require(try await fixture.reserve(alice, "monthly").intent?.id)
            let locks = try await fixture.storage.intents.locks(
                appID: "demo", .init(), after: nil, limit: 10)
            #expect(locks.rows.map(\.intent.id) == [id])
            for _ in 0..<2 {
                let released = try await fixture.storage.intents.releaseByAdministrator(
                    appID: "demo", id: id, reason: "ticket 7",
                    actor: .key(id: "k", label: "support"))
                #expect(released?.outcome == .released)
            }
            let reason = try await fixture.ask(
                "select reason from interlock.audit where act = 'intent.release'")
            #expect(reason == "ticket 7")
            #expect(try await fixture.reserve(alice, "lifetime").outcome == .granted)
            #expect(
                try await fixture.storage.intents.find(appID: "other", id: id) == nil)
        }
    }
}
