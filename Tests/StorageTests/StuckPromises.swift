import FoundationEssentials
import InterlockAPI
import TestSupport
import Testing

@testable import Storage

@Suite("What is stuck")
struct StuckPromises {
    /// When each open intent becomes stuck, in seconds after the clock of its own that `since` names.
    private func stuck(_ fixture: StorageFixture, since: String) async throws -> Int? {
        try await fixture.ask(
            "select round(extract(epoch from stuck_at - \(since)))::text from interlock.intent "
                + "where open"
        ).flatMap(Int.init)
    }

    private func set(
        _ fixture: StorageFixture, _ rule: [StuckRule.Limit: Int64?]
    ) async throws {
        var change = AppChange()
        change.stuck = rule
        #expect(try await fixture.storage.apps.update("demo", change, actor: .user) == "updated")
        while try await fixture.storage.samples.review(appID: "demo") {}
    }

    @Test func `an intent carries the instant at which it becomes stuck, in every status`()
        async throws
    {
        try await StorageFixture.with { fixture in
            let (intents, ann) = (fixture.storage.intents, fixture.account("ann"))
            try await set(fixture, [.gone: 3_600])
            let id = try #require(try await fixture.reserve(ann, "monthly").intent?.id)
            // No renewal gives a whole lease of two minutes after thirteen of fifteen.
            #expect(try await stuck(fixture, since: "created_at") == 780)
            _ = try await intents.renew(ann, device: "phone", id: id)
            #expect(try await stuck(fixture, since: "created_at") == 780)
            for (result, since, seconds) in [
                (ReportResult.purchased, "reported_at", 600),
                (.pending, "created_at", 86_400), (.purchased, "reported_at", 600),
            ] {
                _ = try await intents.report(
                    ann, device: "phone", id: id, result: result,
                    reason: result == .pending ? .askToBuy : nil, error: nil)
                #expect(try await stuck(fixture, since: since) == seconds, "\(result)")
            }
            // An expired one that is opened again is measured like any other.
            _ = try await fixture.ask(
                """
                update interlock.intent set expires_at = now() - interval '1 s',
                    stuck_at = 'infinity'
                """)
            let again = try await intents.report(
                ann, device: "phone", id: id, result: .purchased, reason: nil, error: nil)
            #expect(again.outcome == .reported && again.intent?.status == .confirming)
            #expect(try await stuck(fixture, since: "reported_at") == 600)
        }
    }

    @Test func `a changed rule counts for what is open, in steps, and for what comes`()
        async throws
    {
        try await StorageFixture.with { fixture in
            let ann = fixture.account("ann")
            let id = try #require(try await fixture.reserve(ann, "monthly").intent?.id)
            let renewals: Int64? = nil
            let steps: [(rule: [StuckRule.Limit: Int64?], String, since: String, Int)] = [
                ([.reserved: 60], "reserved", "created_at", 60),
                ([.reserved: renewals, .gone: 200], "reserved", "heard_at", 200),
                ([.gone: 86_400], "reserved", "created_at", 780),
                ([.confirming: 30], "confirming", "reported_at", 30),
                ([.pending: 7_200], "pending", "created_at", 7_200),
            ]
            for (rule, status, since, seconds) in steps {
                if status == "confirming" || status == "pending" {
                    _ = try await fixture.storage.intents.report(
                        ann, device: "phone", id: id,
                        result: status == "pending" ? .pending : .purchased, reason: nil,
                        error: nil)
                }
                try await set(fixture, rule)
                #expect(try await stuck(fixture, since: since) == seconds, "\(rule)")
            }
            let shown = try await fixture.storage.apps.list().first?.stuck
            var wanted = StuckRule()
            (wanted.gone, wanted.confirming, wanted.pending) = (86_400, 30, 7_200)
            #expect(shown == wanted)

            // A thousand more than one step looks at, and what a reserve that was under way got wrong
            // after the first pass.
            _ = try await fixture.ask(Self.many)
            try await set(fixture, [.pending: 3_600])
            let wrong = """
                select count(*)::text from interlock.intent
                where open and status = 'pending' and stuck_at <> created_at + interval '1 h'
                """
            #expect(try await fixture.ask(wrong) == "0")
            _ = try await fixture.ask(
                "update interlock.intent set stuck_at = 'infinity' where request_id = 'r7'")
            #expect(try await fixture.storage.samples.reviews() == [])
            _ = try await fixture.ask(
                """
                update interlock.stuck_review set begun_at = begun_at - interval '1 h',
                    changed_at = changed_at - interval '1 h'
                """)
            #expect(try await fixture.storage.samples.reviews() == ["demo"])
            while try await fixture.storage.samples.review(appID: "demo") {}
            #expect(try await fixture.ask(wrong) == "0")
            #expect(
                try await fixture.ask("select count(*)::text from interlock.stuck_review") == "0")
        }
    }

    @Test func `who holds and is not heard of, or was forgotten, is gone`() async throws {
        try await StorageFixture.with { fixture in
            let (intents, ann) = (fixture.storage.intents, fixture.account("ann"))
            let answer = try await fixture.reserve(ann, "monthly")
            let id = try #require(answer.intent?.id)
            _ = try await intents.report(
                ann, device: "phone", id: id, result: .purchased, reason: nil, error: nil)
            #expect(try await stuck(fixture, since: "heard_at") == 300)
            // Silent for four minutes; then it polls.
            _ = try await fixture.ask(
                """
                update interlock.intent set heard_at = heard_at - interval '4 min',
                    stuck_at = stuck_at - interval '4 min'
                """)
            #expect(try await stuck(fixture, since: "clock_timestamp()") ?? 0 <= 60)
            try await intents.hear(ann, device: "pad", in: answer.scopeID)
            #expect(try await stuck(fixture, since: "clock_timestamp()") ?? 0 <= 60)
            try await intents.hear(ann, device: "phone", in: answer.scopeID)
            #expect(try await stuck(fixture, since: "clock_timestamp()") ?? 0 >= 290)
            // Forgotten: stuck at once, though pending, until another device goes on with it.
            _ = try await intents.report(
                ann, device: "phone", id: id, result: .pending, reason: nil, error: nil)
            let key = StoreActor.key(id: "k", label: "support")
            _ = try await fixture.storage.devices.forget(ann, device: "phone", actor: key)
            let page = try await intents.locks(appID: "demo", .init(), after: nil, limit: 5)
            #expect(page.rows.map(\.isStuck) == [true])
            _ = try await intents.report(
                ann, device: "pad", id: id, result: .pending, reason: nil, error: nil)
            #expect(try await stuck(fixture, since: "created_at") == 86_400)
        }
    }

    @Test func `locks are listed by when they become stuck, each once, whatever is asked for`()
        async throws
    {
        try await StorageFixture.with { fixture in
            _ = try await fixture.reserve(fixture.account("ann"), "monthly")
            _ = try await fixture.ask(Self.many)
            let intents = fixture.storage.intents
            var filters: [(String, IntentStore.LockFilter)] = [("true", .init())]
            func add(_ sql: String, _ change: (inout IntentStore.LockFilter) -> Void) {
                var filter = IntentStore.LockFilter()
                change(&filter)
                filters.append((sql, filter))
            }
            add("environment = 'Production'") { $0.environment = .production }
            add("status = 'pending'") { $0.status = .pending }
            add("status = 'reserved' and environment = 'Sandbox'") {
                ($0.status, $0.environment) = (.reserved, .sandbox)
            }
            add("product_id = 'p3'") { $0.productID = "p3" }
            add("product_id = 'p4' and environment = 'Sandbox' and status = 'confirming'") {
                ($0.productID, $0.environment, $0.status) = ("p4", .sandbox, .confirming)
            }
            add("account_id = 'ann'") { $0.accountID = "ann" }
            add("created_at <= now() - interval '15 min'") { $0.olderThan = 900 }
            add("created_at <= now() - interval '20 h' and status = 'pending'") {
                ($0.olderThan, $0.status) = (72_000, .pending)
            }
            add("product_id = 'p3' and created_at <= now() - interval '1 h'") {
                ($0.productID, $0.olderThan) = ("p3", 3_600)
            }
            for (sql, filter) in filters {
                let wanted = try await fixture.ask(
                    """
                    select string_agg(intent_id::text, ' ' order by stuck_at, intent_id)
                    from interlock.intent where open and expires_at > now() and \(sql)
                    """)
                var found: [String] = []
                var place: ListCursor?
                repeat {
                    let page = try await intents.locks(
                        appID: "demo", filter, after: place, limit: 190)
                    found += page.rows.map(\.intent.id.wireText)
                    place = page.next.flatMap { ListCursor(text: $0.text) }
                } while place != nil
                #expect(found.joined(separator: " ") == wanted, "\(sql)")
                #expect(!found.isEmpty, "\(sql)")
            }
        }
    }

    @Test func `a page looks at so many at most, and says where to go on`() async throws {
        try await StorageFixture.with { fixture in
            _ = try await fixture.reserve(fixture.account("ann"), "monthly")
            // What expired while nobody swept is not open.
            _ = try await fixture.ask(
                Self.many.replacing("'30 days'", with: "'-1 s'").replacing("1500", with: "2500"))
            let intents = fixture.storage.intents
            let first = try await intents.locks(appID: "demo", .init(), after: nil, limit: 50)
            let next = try #require(first.next)
            #expect(first.rows.count <= 1)
            let second = try await intents.locks(appID: "demo", .init(), after: next, limit: 50)
            #expect(second.next == nil && first.rows.count + second.rows.count == 1)
            let counts = try await fixture.storage.console.overview(appID: "demo")
            #expect(counts.isOpenEstimated && counts.countedAt == nil)
            try await fixture.storage.samples.note(node: UUID(), waiting: ["demo": 3])
            #expect(try await fixture.storage.samples.take())
            let later = try await fixture.storage.console.overview(appID: "demo")
            #expect(later.open == 1 && later.waiting == 3 && later.countedAt != nil)
        }
    }

    /// Fills Ann's scope with open intents of all statuses and both environments.
    private static let many = """
        insert into interlock.intent (
            scope_id, intent_id, app_id, environment, account_key, account_id, device_id, product_id,
            request_id, status, open, pending_reason, exclusion_sets, fence, created_at, updated_at,
            expires_at, renewable_until, reported_at, heard_at, stuck_at)
        select i.scope_id,
            -- It begins with its time, as a node makes it.
            encode(int8send((extract(epoch from s.made) * 1000)::bigint << 16)
                || substr(uuid_send(gen_random_uuid()), 9), 'hex')::uuid,
            'demo',
            case when n % 4 = 0 then 'Production' else 'Sandbox' end, i.account_key, i.account_id,
            'phone', 'p' || n % 7, 'r' || n, s.status, true, 'unknown', array['s' || n], 1,
            s.made, s.made, now() + interval '30 days', s.made + interval '15 min',
            s.made, s.made,
            s.made + case s.status when 'pending' then interval '2 h' else interval '5 min' end
        from interlock.intent i, generate_series(1, 1500) n,
            lateral (select (array['reserved', 'pending', 'confirming'])[1 + n % 3] as status,
                -- None passes an age that a test asks for while it runs.
                now() - case when n % 3 = 1 then n * 50 else 200 + n / 400 * 400 end
                    * interval '1 s' as made) s
        returning 'x'
        """
}
