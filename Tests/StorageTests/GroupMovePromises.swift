import AppStore
import Coordination
import FoundationEssentials
import InterlockAPI
import PostgresClient
import StoreSigner
import TestSupport
import Testing

@testable import Storage

@Suite("Moves between scopes")
struct GroupMovePromises {
    private static let accounts = 50
    private static let groups = 10
    private static let clients = 16
    private static let steps = 120

    /// The accounts of one client, as it was told they are.
    private struct Model: Sendable {
        var group: UUID?
        /// Open as far as the account was told; the clock may have ended it.
        var intents: [UUID: IntentStatus] = [:]
        var owned: Set<String> = []
        var version: Int64 = 0
    }

    @Test(
        "members join, leave, buy, settle and expire at once: the database agrees with what they were told",
        .timeLimit(.minutes(5)))
    func randomOperations() async throws {
        let seed = Seed.make("moves between scopes")
        try await StorageFixture.with(loops: 2, connections: 8) { fixture in
            let groups = (0..<Self.groups).map { _ in UUID() }
            for group in groups {
                #expect(
                    try await fixture.storage.groups.create(
                        group, appID: "demo", sizeLimit: 6, releasers: nil))
            }
            _ = try await fixture.ask(
                """
                update interlock.catalog set deadlines = deadlines || '{"reserved": 3}'
                returning 'x'
                """)
            _ = try await fixture.ask(
                """
                update interlock.product
                set plan = jsonb_set(plan, '{deadlines,reserved}', '3') returning 'x'
                """)
            let models = try await withThrowingTaskGroup(of: [String: Model].self) { tasks in
                for client in 0..<Self.clients {
                    tasks.addTask {
                        try await play(client, groups, seed, fixture)
                    }
                }
                return try await tasks.reduce(into: [:]) { all, some in
                    all.merge(some) { first, _ in first }
                }
            }
            for (name, model) in models { try await compare(name, model, fixture) }
            try await checkClaims(fixture)
            let waited = try await fixture.ask(
                "select count(*)::text from interlock.incident where kind = 'scope_conflict'")
            #expect(waited != "0", "nobody ever had to wait: the test tests nothing")
        }
    }

    @Test("what is bought and reserved while its account moves is recorded and answered")
    func purchasesDuringMoves() async throws {
        try await StorageFixture.with(loops: 2, connections: 8) { fixture in
            let group = UUID()
            _ = try await fixture.storage.groups.create(
                group, appID: "demo", sizeLimit: nil, releasers: nil)
            let alice = fixture.account("alice")
            let token = try await fixture.storage.accounts.ensure(alice).appAccountToken
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask {
                    for _ in 0..<60 {
                        _ = try await fixture.storage.groups.join(alice, group, as: .adult)
                        _ = try await fixture.storage.groups.leave(alice, group)
                    }
                }
                tasks.addTask {
                    for index in 0..<60 {
                        let fact = try fixture.purchase("C\(index)", "coins", token: token) {
                            $0.type = "Consumable"
                        }
                        let ingested = try await fixture.upload(fact, by: nil)
                        #expect(ingested.outcome == .recorded && !ingested.isUnclaimed)
                    }
                }
                tasks.addTask {
                    for _ in 0..<30 {
                        let answer = try await fixture.reserve(alice, "lifetime")
                        #expect(answer.outcome == .granted)
                        guard let id = answer.intent?.id else { continue }
                        let ended = try await fixture.storage.intents.report(
                            alice, device: "phone", id: id, result: .cancelled, reason: nil,
                            error: nil)
                        #expect(ended.outcome == .reported)
                    }
                }
                try await tasks.waitForAll()
            }
            let count = try await fixture.ask(
                "select count(*)::text from interlock.store_transaction")
            #expect(count == "60")
        }
    }

    @Test("a purchase waits for the move of its owner before it takes a scope")
    func purchasesWaitWithoutAScope() async throws {
        try await StorageFixture.with { fixture in
            let alice = fixture.account("alice")
            let token = try await fixture.storage.accounts.ensure(alice).appAccountToken
            let fact = try fixture.purchase("1", "lifetime", token: token)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                try await holding("select from interlock.account for update", fixture.url) {
                    tasks.addTask {
                        let ingested = try await fixture.upload(fact, by: alice)
                        #expect(ingested.outcome == .recorded)
                    }
                    let waiting = """
                        select 'yes' from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock'
                        """
                    while try await fixture.ask(waiting) == nil {}
                    // Who moves the account takes both scopes now.
                    let scope = "select 'free' from interlock.scope for update nowait"
                    let free = try await fixture.ask(scope)
                    #expect(free == "free")
                }
                try await tasks.waitForAll()
            }
        }
    }

    private func play(
        _ client: Int, _ groups: [UUID], _ seed: Seed, _ fixture: StorageFixture
    ) async throws -> [String: Model] {
        var random = seed.generator(stream: UInt64(client))
        let names = stride(from: client, to: Self.accounts, by: Self.clients).map { "a\($0)" }
        var models = Dictionary(uniqueKeysWithValues: names.map { ($0, Model()) })
        for step in 0..<Self.steps {
            guard let name = names.randomElement(using: &random), var model = models[name] else {
                continue
            }
            try await act(name, &model, groups, step, &random, fixture)
            let state = try await fixture.storage.scopes.state(
                of: fixture.account(name), environment: .sandbox)
            #expect(state.snapshot.version >= model.version, "\(name) saw its version go back")
            model.version = state.snapshot.version
            models[name] = model
            // One statement sees one moment: what holds at each commit holds in it.
            if client == 0, step % 5 == 0 { try await checkClaims(fixture) }
        }
        return models
    }

    private func act(
        _ name: String, _ model: inout Model, _ groups: [UUID], _ step: Int,
        _ random: inout SeededGenerator, _ fixture: StorageFixture
    ) async throws {
        let account = fixture.account(name)
        let storage = fixture.storage
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
            guard let group = groups.randomElement(using: &random) else { return }
            let move = try await storage.groups.join(account, group, as: .adult)
            switch move.outcome {
            case .moved: model.group = group
            case .unchanged, .isOrganizer: #expect(model.group == group)
            case .inAnotherGroup: #expect(model.group != nil && model.group != group)
            default: #expect(move.outcome == .full)
            }
        case 2:
            guard let group = model.group else { return }
            #expect(try await storage.groups.leave(account, group).outcome == .moved)
            model.group = nil
        case 3, 4, 5:
            let product = ["lifetime", "monthly", "coins"].randomElement(using: &random) ?? ""
            let answer = try await fixture.reserve(account, product, request: "\(step)")
            if answer.outcome == .granted, let id = answer.intent?.id {
                model.intents[id] = .reserved
            }
        case 6, 7:
            // Mostly those that are open: what waits long enough meets others.
            let any = Int.random(in: 0..<8, using: &random) == 0
            let ids = model.intents.filter { any || $0.value.isOpen }.keys
            let ordered = ids.sorted { $0.uuidString < $1.uuidString }
            guard let id = ordered.randomElement(using: &random) else { return }
            let gives: ReportResult =
                Int.random(in: 0..<4, using: &random) == 0 ? .cancelled : .pending
            let answer = try await storage.intents.report(
                account, device: "phone", id: id, result: gives, reason: nil, error: nil)
            if answer.outcome == .reported { model.intents[id] = answer.intent?.status }
        case 8:
            let product = Bool.random(using: &random) ? "lifetime" : "coins"
            let id = "\(name)-\(step)"
            let token = try await storage.accounts.ensure(account).appAccountToken
            let fact = try fixture.purchase(id, product, token: token) {
                if product == "coins" { $0.type = "Consumable" }
            }
            let ingested = try await fixture.upload(fact, by: account)
            if product == "lifetime" { model.owned.insert(id) }
            if let intent = ingested.answer?.intent, ingested.answer?.outcome == .settled {
                model.intents[intent.id] = .completed
            }
        default:
            let scope = try await storage.accounts.ensure(account).scopeID
            _ = try await storage.scopes.sweep(scope)
        }
    }

    /// What an account was told is what the database has; only the clock may have gone on.
    private func compare(_ name: String, _ model: Model, _ fixture: StorageFixture) async throws {
        let account = fixture.account(name)
        let place = try await fixture.storage.accounts.ensure(account)
        #expect(place.scopeID == model.group ?? account.key, "\(name)")
        let reading = try await fixture.storage.scopes.state(of: account, environment: .sandbox)
        let owned = reading.snapshot.ownership.filter { $0.accountID == name }
        #expect(Set(owned.compactMap(\.transactionID)) == model.owned, "\(name)")
        for (id, status) in model.intents {
            let found = try await fixture.storage.intents.get(account, id: id).intent?.status
            let isSame = found == status || (status.isOpen && found == .expired)
            #expect(isSame, "\(name) \(id): told \(status), found \(String(describing: found))")
        }
    }

    /// One holder a claim, each of the claim's scope; whoever is open without a claim waits for one that is
    /// held; nobody is a member of two scopes.
    private func checkClaims(_ fixture: StorageFixture) async throws {
        let wrong = try await fixture.ask(
            """
            select 'a claim of nobody' from interlock.claim c
            left join interlock.intent i using (scope_id, intent_id)
            where i.open is not true
            union all
            select 'a set that nobody holds and somebody waits for'
            from interlock.intent i
            cross join lateral unnest(i.exclusion_sets) s (id)
            where i.open and i.expires_at > now() and not exists (
                select from interlock.claim c
                where c.scope_id = i.scope_id and c.environment = i.environment
                    and c.exclusion_set = s.id)
            union all
            select 'a member of two scopes' from interlock.member
            group by account_key having count(*) > 1
            union all
            select 'an account that is not where its row says' from interlock.account a
            left join interlock.member m using (scope_id, account_key)
            where m.account_key is null
            union all
            select 'a group that is too large' from interlock.member m
            join interlock.family_group g on g.group_id = m.scope_id
            group by g.group_id having count(*) > max(g.size_limit)
            limit 1
            """)
        #expect(wrong == nil)
    }
}
