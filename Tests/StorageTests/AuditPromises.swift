import Authentication
import Coordination
import Cryptography
import FoundationEssentials
import InterlockAPI
import PostgresClient
import TestSupport
import Testing

@testable import Storage

@Suite("The audit")
struct AuditPromises {
    private static let support = StoreActor.key(id: "k", label: "support")

    /// Releases an intent of `account`.
    private func release(_ fixture: StorageFixture, _ account: String) async throws {
        let granted = try await fixture.reserve(fixture.account(account), "lifetime")
        let released = try await fixture.storage.intents.releaseByAdministrator(
            appID: "demo", id: try #require(granted.intent?.id), reason: "ticket of \(account)",
            actor: Self.support)
        #expect(released?.outcome == .released)
    }

    private func list(
        _ fixture: StorageFixture, change: (inout AuditStore.Filter) -> Void = { _ in }
    ) async throws -> [AuditRecord] {
        var filter = AuditStore.Filter()
        change(&filter)
        return try await fixture.storage.audit.list(
            appID: "demo", filter, before: nil, limit: 1_000)
    }

    @Test func `each act says what was and what is, once, at the next place`() async throws {
        try await StorageFixture.with { fixture in
            try await release(fixture, "ann")
            let record = try #require(try await list(fixture).first)
            #expect(record.act == "intent.release" && record.reason == "ticket of ann")
            #expect(record.place == 3, "after the app and its catalog")
            guard case .object(let before) = record.before, case .object(let after) = record.after
            else {
                Issue.record("no objects")
                return
            }
            #expect(before["status"] == .string("reserved"))
            #expect(before["claims"] == .array([.string("premium")]))
            #expect(before["expires_at"] != nil && after["expires_at"] == nil)
            #expect(after["status"] == .string("released") && after["claims"] == .array([]))
            #expect(record.accounts.map(\.value) == ["ann"])
            #expect(try await list(fixture).map(\.place) == [3, 2, 1])
            #expect(try await list(fixture).last?.act == "app.create")
        }
    }

    @Test func `many at once leave no gap, and the chain holds`() async throws {
        try await StorageFixture.with(connections: 6) { fixture in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<24 {
                    group.addTask { try await release(fixture, "account-\(number)") }
                }
                try await group.waitForAll()
            }
            let places = try await list(fixture).map(\.place)
            #expect(places == Array((1...26).reversed()))
            let found = try await fixture.storage.audit.verify(appID: "demo")
            #expect(found.fault == nil && found.records == 26 && found.head?.place == 26)
        }
    }

    @Test(arguments: [
        ("update interlock.audit set reason = 'mine' where place = 4", AuditFault.Kind.changed, 4),
        ("update interlock.audit set at = at + interval '1 us' where place = 5", .changed, 5),
        ("update interlock.audit set actor = '{}' where place = 3", .changed, 3),
        ("delete from interlock.audit where place = 4", .missing, 4),
        ("delete from interlock.audit where place = 1", .missing, 1),
        ("delete from interlock.audit where place >= 5", .cutOff, 5),
        ("delete from interlock.audit", .cutOff, 1),
        ("delete from interlock.audit_head", .headless, 6),
        ("delete from interlock.audit_about where place >= 5", .misfiled, 5),
        ("insert into interlock.audit_about values ('demo', gen_random_uuid(), 7)", .misfiled, 7),
        ("insert into interlock.audit_about values ('demo', gen_random_uuid(), -5)", .misfiled, -5),
        ("update interlock.audit_head set at = at + interval '1 day'", .misdated, 6),
        ("update interlock.audit_head set at = 'infinity'", .misdated, 6),
        ("update interlock.audit set at = 'infinity' where place = 3", .changed, 3),
        (
            "insert into interlock.audit_about values ('demo', gen_random_uuid(), 3)", .misfiled, 3
        ),
        ("update interlock.audit_head set hash = sha256('x') where app_id = 'demo'", .cutOff, 6),
        (
            """
            do $$ begin
                update interlock.audit set place = 100 where place = 4;
                update interlock.audit set place = 4 where place = 5;
                update interlock.audit set place = 5 where place = 100;
            end $$
            """, .changed, 4
        ),
        (
            """
            update interlock.audit u set reason = 'mine', hash = interlock.audit_digest(
                (u.app_id, u.at, u.actor, u.act, u.subject, 'mine', u.after, u.place, u.before,
                u.previous_hash, u.hash)::interlock.audit) where place = 4
            """, .reordered, 5
        ),
        (
            """
            insert into interlock.audit select u.app_id, u.at, u.actor, u.act, u.subject, u.reason,
                u.after, 7, u.before, u.hash, u.hash from interlock.audit u where place = 6
            """, .beyondHead, 7
        ),
    ]) func `whatever somebody changes behind its back is found, at its first place`(
        _ sql: String, _ kind: AuditFault.Kind, _ place: Int64
    ) async throws {
        try await StorageFixture.with { fixture in
            for account in ["ann", "bob", "cat", "dan"] { try await release(fixture, account) }
            #expect(try await fixture.storage.audit.verify(appID: "demo").fault == nil)
            _ = try await fixture.ask(sql)
            let found = try await fixture.storage.audit.verify(appID: "demo")
            #expect(found.fault == AuditFault(kind, at: place))
        }
    }

    @Test func `a chain that was made anew is noticed by a head that was noted`() async throws {
        try await StorageFixture.with { fixture in
            for account in ["ann", "bob"] { try await release(fixture, account) }
            let store = fixture.storage.audit
            let noted = try #require(try await store.verify(appID: "demo").head)
            #expect(AuditPlace(noted.description) == noted)
            try await release(fixture, "cat")
            #expect(try await store.verify(appID: "demo", expecting: noted).fault == nil)
            // Everything from the fourth on, with good hashes.
            _ = try await fixture.ask(
                """
                do $$ declare r interlock.audit; h bytea; begin
                    select hash into h from interlock.audit where place = 3;
                    for r in select * from interlock.audit where place > 3 order by place loop
                        r.reason := 'mine'; r.previous_hash := h;
                        h := interlock.audit_digest(r);
                        update interlock.audit set reason = r.reason, hash = h,
                            previous_hash = r.previous_hash where place = r.place;
                    end loop;
                    update interlock.audit_head set hash = h;
                end $$
                """)
            #expect(try await store.verify(appID: "demo").fault == nil)
            #expect(
                try await store.verify(appID: "demo", expecting: noted).fault
                    == AuditFault(.rewritten, at: noted.place))
            _ = try await fixture.ask(
                """
                do $$ begin
                    delete from interlock.audit where place > 3;
                    delete from interlock.audit_about where place > 3;
                    update interlock.audit_head set place = 3,
                        hash = (select hash from interlock.audit where place = 3),
                        at = (select at from interlock.audit where place = 3);
                end $$
                """)
            #expect(try await store.verify(appID: "demo").fault == nil)
            #expect(
                try await store.verify(appID: "demo", expecting: noted).fault
                    == AuditFault(.cutOff, at: 4))
        }
    }

    @Test func `forgetting an account takes its name out of the audit and no hash`() async throws {
        try await StorageFixture.with { fixture in
            for account in ["ann", "bob", "ann"] { try await release(fixture, account) }
            let ann = fixture.account("ann")
            #expect(try await list(fixture) { $0.account = ann }.count == 2)
            let storage = fixture.storage
            _ = try await storage.accounts.forget(
                ann, reason: "asked for", actor: Self.support, groups: storage.groups)
            let all = try await list(fixture)
            #expect(all.first?.act == "account.forget" && all.first?.accounts.isEmpty == true)
            #expect(all.compactMap { $0.accounts.first?.value } == ["bob"])
            #expect(try await list(fixture) { $0.account = ann }.isEmpty)
            let subject = try await fixture.ask(
                "select subject ->> 'account_subject' from interlock.audit where place = 3")
            let known = UUID(uuidString: try #require(subject))
            #expect(try await list(fixture) { $0.subject = known }.map(\.place) == [6, 5, 3])
            #expect(try await storage.audit.verify(appID: "demo").fault == nil)
            let traces = try await fixture.ask(
                """
                select count(*)::text from interlock.audit u
                where (u.subject::text || u.before::text || u.after::text)
                    ~* '\(ann.key.uuidString)|"ann"'
                """)
            #expect(traces == "0")
            // Once more it says nothing: there was nothing to forget.
            _ = try await storage.accounts.forget(
                ann, reason: "again", actor: Self.support, groups: storage.groups)
            #expect(try await list(fixture).count == all.count)
        }
    }

    @Test func `a merge names both by their subjects, and the one that stays keeps its name`()
        async throws
    {
        try await StorageFixture.with { fixture in
            for account in ["old", "new"] { try await release(fixture, account) }
            let storage = fixture.storage
            let merge = try await storage.accounts.merge(
                fixture.account("old"), into: fixture.account("new"), actor: Self.support,
                groups: storage.groups)
            #expect(merge.outcome == .merged)
            let record = try #require(try await list(fixture).first)
            #expect(record.act == "account.merge" && record.accounts.map(\.value) == ["new"])
            let new = fixture.account("new")
            #expect(try await list(fixture) { $0.account = new }.map(\.place) == [5, 4])
            #expect(try await storage.audit.verify(appID: "demo").fault == nil)
        }
    }

    @Test func `it is narrowed by account, act and time, page by page`() async throws {
        try await StorageFixture.with { fixture in
            for account in ["ann", "bob", "ann"] { try await release(fixture, account) }
            let ann = fixture.account("ann")
            let times = try await list(fixture).map(\.at)
            let releases = try await list(fixture) { $0.act = "intent.release" }
            #expect(releases.map(\.place) == [5, 4, 3])
            #expect(try await list(fixture) { $0.account = ann }.map(\.place) == [5, 3])
            #expect(try await list(fixture) { $0.from = times[1] }.map(\.place) == [5, 4])
            #expect(try await list(fixture) { $0.to = times[1] }.map(\.place) == [3, 2, 1])
            let between = try await list(fixture) {
                ($0.from, $0.to, $0.act) = (times[3], times[1], "intent.release")
            }
            #expect(between.map(\.place) == [3])
            let later = Timestamp(microseconds: times[0].microseconds + 1)
            #expect(try await list(fixture) { $0.from = later }.isEmpty)
            let page = try await fixture.storage.audit.list(
                appID: "demo", AuditStore.Filter(), before: 4, limit: 2)
            #expect(page.map(\.place) == [3, 2])
        }
    }

    @Test func `every act that a function appends has its name`() {
        var acts: Set<String> = []
        for file in SchemaFile.functions {
            for call in file.text.split(separator: "interlock.audit_append(").dropFirst() {
                let quoted = call.split(separator: "'", omittingEmptySubsequences: false)
                let act = quoted.dropFirst().first { $0.contains(".") && !$0.contains(" ") }
                acts.insert(String(act ?? "none in \(file.path)"))
            }
        }
        acts.remove("none in functions/audit/append.sql")
        #expect(acts == Set(AuditAct.allCases.map(\.rawValue)))
    }
}
