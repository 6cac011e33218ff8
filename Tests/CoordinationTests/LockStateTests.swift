import Coordination
import InterlockAPI
import Testing

@Suite struct LockStateTests {
    private typealias Make = StateFixture

    @Test("An empty scope has everything available and nothing to wait for")
    func empty() throws {
        let document = try StateFixture(.account).document
        #expect(document.products.map(\.productID).first == "monthly")
        #expect(document.products.count == 7)
        #expect(document.products.allSatisfy { $0.status == .available && $0.holder == nil })
        #expect(document.nextChangeAt == nil && document.entitlements.isEmpty)
        #expect(document.scope == .init(kind: .account, groupID: nil))
    }

    @Test("An open intent locks its set's products, and no others")
    func locks() throws {
        var fixture = try StateFixture(.account)
        fixture.snapshot.intents = [Make.intent(1)]
        #expect(fixture.statuses == Array(repeating: .locked, count: 6) + [.available])
        let holder = try #require(fixture.product("lifetime")?.holder)
        #expect(
            holder
                == Holder(
                    status: .reserved, sameAccount: true, sameDevice: true, productID: "monthly",
                    since: time(900), expiresAt: time(1_100), expiresInMs: 100_000,
                    intentID: id(1)))
        #expect(fixture.document.intents.map(\.id) == [id(1)])
        #expect(fixture.document.nextChangeAt == time(1_100))
        fixture.device = "tablet"
        #expect(fixture.product("lifetime")?.holder?.sameDevice == false)
    }

    @Test(
        "A group set locks for every member, an account set for its account alone",
        arguments: [(Audience.group, ProductStatus.locked), (.account, .available)])
    func audience(audience: Audience, status: ProductStatus) throws {
        var fixture = try StateFixture(audience, group: true)
        fixture.snapshot.intents = [Make.intent(1, account: "bob", device: "bobs-phone")]
        #expect(fixture.product("yearly")?.status == status)
        #expect(fixture.document.intents.isEmpty)
        #expect(fixture.document.nextChangeAt == (status == .locked ? time(1_100) : nil))
    }

    @Test("A release's delay locks like a claim until it ends, then only its warning is left")
    func delay() throws {
        var fixture = try StateFixture(.account)
        var released = Make.intent(1, status: .released, hasClaim: false, riskUntil: 5_000)
        released.delayUntil = time(1_200)
        // One that waits for the place is older, and holds nothing.
        let waiting = Make.intent(2, "yearly", hasClaim: false, createdAt: 800, expiresAt: 4_000)
        fixture.snapshot.intents = [waiting, released]
        let product = try #require(fixture.product("lifetime"))
        #expect(product.status == .locked && product.waiting == 1)
        #expect(
            product.holder
                == Holder(
                    status: .released, sameAccount: true, sameDevice: true, productID: "monthly",
                    since: time(900), expiresAt: time(1_200), expiresInMs: 200_000,
                    intentID: id(1)))
        #expect(fixture.document.intents.map(\.id) == [id(2)])
        #expect(fixture.document.nextChangeAt == time(1_200))
        let etag = fixture.document.etag
        fixture.snapshot.now = time(1_200)
        #expect(fixture.product("lifetime")?.holder?.intentID == id(2))
        #expect(fixture.document.etag != etag, "the clock alone changed it")
        fixture.snapshot.intents = [released]
        let after = try #require(fixture.product("lifetime"))
        #expect(after.status == .available && after.risks == [.earlierRequestUnresolved])
        #expect(fixture.document.nextChangeAt == time(5_000))
    }

    @Test("Nothing that names another member is in the document")
    func privacy() throws {
        var fixture = try StateFixture(.group, group: true)
        var row = Make.intent(1, account: "bob-secret", device: "phone")
        row.requestID = "request-secret"
        fixture.snapshot.intents = [row]
        fixture.snapshot.ownership = [
            Make.owned("lifetime", .nonConsumable, account: "carol-secret")
        ]
        let holder = try #require(fixture.product("monthly")?.holder)
        #expect(holder.intentID == nil && !holder.sameAccount)
        #expect(!holder.sameDevice, "a device of the same name is another account's")
        let text = try json(fixture.document)
        for secret in [
            "secret", id(1).wireText, id(200).wireText, "bob", "carol", "account_id\":\"c",
        ] {
            #expect(!text.contains(secret), "\(secret)")
        }
        #expect(text.contains("family") && text.contains("lifetime"))
    }

    @Test("The holder is the oldest intent with a claim, else the oldest; the others wait")
    func holder() throws {
        var fixture = try StateFixture(.group, group: true)
        fixture.snapshot.intents = [
            Make.intent(3, account: "bob", createdAt: 990),
            Make.intent(2, hasClaim: false, createdAt: 800),
            Make.intent(1, hasClaim: false, createdAt: 810),
        ]
        #expect(fixture.product("monthly")?.holder?.since == time(990))
        #expect(fixture.product("monthly")?.waiting == 2)
        fixture.snapshot.intents.removeFirst()
        #expect(fixture.product("monthly")?.holder?.since == time(800))
        #expect(fixture.product("monthly")?.waiting == 1)
        fixture.snapshot.intents = [
            Make.intent(8, createdAt: 800), Make.intent(7, createdAt: 800),
        ]
        #expect(fixture.product("monthly")?.holder?.intentID == id(7), "ids decide between equals")
        #expect(fixture.document.intents.map(\.id) == [id(7), id(8)])
    }

    @Test("A deadline closes an intent at its very instant, before anybody writes it down")
    func expiry() throws {
        var fixture = try StateFixture(.account)
        fixture.snapshot.intents = [Make.intent(1)]
        fixture.snapshot.now = Timestamp(microseconds: 1_100_000_000 - 1)
        #expect(fixture.product("monthly")?.status == .locked)
        let before = fixture.document.etag
        fixture.snapshot.now = time(1_100)
        let product = try #require(fixture.product("monthly"))
        #expect(product.status == .available && product.holder == nil)
        #expect(fixture.document.intents.isEmpty)
        #expect(fixture.document.etag != before)
    }

    @Test(
        "An expired intent leaves a risk: a day if nothing was reported, else seven",
        arguments: [
            (IntentStatus.reserved, Int64(86_400)), (.pending, 604_800), (.confirming, 604_800),
        ])
    func expiredRisk(status: IntentStatus, seconds: Int64) throws {
        var fixture = try StateFixture(.account)
        fixture.snapshot.intents = [Make.intent(1, status: status)]
        fixture.snapshot.now = time(1_100 + seconds - 1)
        #expect(fixture.product("lifetime")?.risks == [.earlierRequestUnresolved])
        #expect(fixture.product("coins")?.risks == [])
        #expect(fixture.document.nextChangeAt == time(1_100 + seconds))
        fixture.snapshot.now = time(1_100 + seconds)
        #expect(fixture.product("lifetime")?.risks == [])
        #expect(fixture.document.nextChangeAt == nil)
    }

    @Test(
        "A closed intent's stored risk counts until it ends, a completed one's never",
        arguments: [
            (IntentStatus.cancelled, Int64(1_001), true), (.failed, 1_001, true),
            (.released, 1_001, true), (.expired, 1_001, true), (.completed, 1_001, false),
            (.cancelled, 1_000, false),
        ])
    func storedRisk(status: IntentStatus, until: Int64, counts: Bool) throws {
        var fixture = try StateFixture(.account)
        fixture.snapshot.intents = [
            Make.intent(1, status: status, expiresAt: 950, riskUntil: until)
        ]
        let product = try #require(fixture.product("yearly"))
        #expect(product.status == .available)
        #expect(product.risks == (counts ? [.earlierRequestUnresolved] : []))
        #expect(fixture.document.nextChangeAt == (counts ? time(until) : nil))
    }

    @Test("Another account's risk in an account set is not mine")
    func riskAudience() throws {
        var fixture = try StateFixture(.account, group: true)
        fixture.snapshot.intents = [
            Make.intent(1, account: "bob", status: .cancelled, riskUntil: 2_000)
        ]
        #expect(fixture.product("yearly")?.risks == [])
        #expect(fixture.document.nextChangeAt == nil)
    }

    @Test("Granted sets go on locking after a catalog change, and so do the product's sets of now")
    func catalogChange() throws {
        var fixture = try StateFixture(.account)
        fixture.snapshot.intents = [Make.intent(1, "monthly", sets: ["coins"])]
        #expect(fixture.statuses == Array(repeating: .locked, count: 7))
        fixture.snapshot.intents = [Make.intent(1, "gone", sets: ["premium"])]
        #expect(fixture.statuses == Array(repeating: .locked, count: 6) + [.available])
        fixture.snapshot.intents = [Make.intent(1, "gone", sets: ["gone"])]
        #expect(fixture.statuses == Array(repeating: .available, count: 7))
        #expect(fixture.document.intents.count == 1)
        #expect(fixture.document.nextChangeAt == time(1_100), "the own intent's end is a change")
    }

    @Test("The etag changes with each of its parts, and with nothing else")
    func etag() throws {
        let fixture = try StateFixture(.account)
        let base = fixture.document.etag
        func changed(_ change: (inout StateFixture) -> Void) -> Bool {
            var other = fixture
            change(&other)
            return other.document.etag != base
        }
        let plans = fixture.evaluator.catalog.plans
        #expect(changed { $0.snapshot.version += 1 })
        #expect(changed { $0.snapshot.scopeID = id(98) })
        #expect(
            changed {
                $0.evaluator = StateEvaluator(catalog: $0.evaluator.catalog, epoch: "e2")
            })
        #expect(
            changed {
                let catalog = CompiledCatalog(revision: 4, plans: plans)
                $0.evaluator = StateEvaluator(catalog: catalog, epoch: "e1")
            })
        let production = fixture.evaluator.state(
            of: fixture.snapshot, account: "alice", device: "phone", environment: .production)
        #expect(production.etag != base)
        #expect(!changed { $0.snapshot.now = time(5_000) })
        #expect(!changed { $0.device = "tablet" })
    }

    @Test("An intent is shown with its deadline while it has one")
    func resource() {
        let open = Make.intent(1).resource(environment: .sandbox, now: time(1_000))
        #expect(open.status == .reserved && open.expiresInMs == 100_000)
        let late = Make.intent(1).resource(environment: .sandbox, now: time(1_100))
        #expect(late.status == .expired && late.expiresInMs == 0)
        #expect(late.expiresAt == time(1_100))
        let closed = Make.intent(1, status: .cancelled)
            .resource(environment: .sandbox, now: time(1_000))
        #expect(closed.expiresAt == nil && closed.expiresInMs == nil)
    }
}
