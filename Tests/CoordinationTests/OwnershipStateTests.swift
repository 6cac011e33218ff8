import Coordination
import InterlockAPI
import Testing

@Suite struct OwnershipStateTests {
    private typealias Make = StateFixture

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let row: OwnershipRow
        /// monthly, yearly, rival, lifetime, season, boost, coins: o b l a for owned, blocked, locked, available.
        let statuses: String
        /// The risk on the products that are available for it.
        let risk: Risk?

        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "own active subscription", row: Make.owned("monthly", expiresAt: 2_000),
            statuses: "oabaaaa", risk: .subscriptionKeepsRenewing),
        Case(
            name: "own subscription in grace",
            row: Make.owned("monthly", expiresAt: 900, grace: 1_500, retry: 3_000),
            statuses: "oabaaaa", risk: .subscriptionKeepsRenewing),
        Case(
            name: "another member's subscription",
            row: Make.owned("monthly", account: "bob", expiresAt: 2_000),
            statuses: "obbaaaa", risk: .subscriptionKeepsRenewing),
        Case(
            name: "a family-shared subscription",
            row: Make.owned("monthly", type: .familyShared, expiresAt: 2_000),
            statuses: "obbaaaa", risk: .subscriptionKeepsRenewing),
        Case(
            name: "billing retry", row: Make.owned("monthly", expiresAt: 900, retry: 2_000),
            statuses: "aaaaaaa", risk: .billingRetryMayRecover),
        Case(
            name: "over", row: Make.owned("monthly", expiresAt: 1_000), statuses: "aaaaaaa",
            risk: nil),
        Case(
            name: "revoked", row: Make.owned("monthly", expiresAt: 2_000, revoked: 999),
            statuses: "aaaaaaa", risk: nil),
        Case(
            name: "not begun", row: Make.owned("monthly", startsAt: 1_001, expiresAt: 2_000),
            statuses: "aaaaaaa", risk: nil),
        Case(
            name: "non-consumable", row: Make.owned("lifetime", .nonConsumable),
            statuses: "bbbobba", risk: nil),
        Case(
            name: "non-renewing", row: Make.owned("season", .nonRenewing, expiresAt: 2_000),
            statuses: "aaaaaaa", risk: .alreadyActive),
        Case(
            name: "consumable", row: Make.owned("boost", .consumable), statuses: "aaaaaaa",
            risk: nil),
        Case(
            name: "unlisted subscription of the group",
            row: Make.owned("weekly", group: "G", expiresAt: 2_000), statuses: "aabaaaa",
            risk: .subscriptionKeepsRenewing),
        Case(
            name: "unlisted subscription of another group",
            row: Make.owned("weekly", group: "X", expiresAt: 2_000), statuses: "aaaaaaa",
            risk: nil),
        Case(
            name: "unlisted non-consumable",
            row: Make.owned("old", .nonConsumable, group: "G"), statuses: "aaaaaaa", risk: nil),
    ]

    @Test("Products are owned, blocked or available by the owned rules", arguments: cases)
    func statuses(testCase: Case) throws {
        var fixture = try StateFixture(.group, group: true)
        fixture.snapshot.ownership = [testCase.row]
        let words: [ProductStatus: String] = [
            .owned: "o", .blocked: "b", .locked: "l", .available: "a",
        ]
        #expect(fixture.statuses.compactMap { words[$0] }.joined() == testCase.statuses)
        for product in fixture.document.products {
            let isRefused = product.status == .owned || product.status == .blocked
            #expect((product.owned != nil) == isRefused)
            if let owned = product.owned {
                #expect(owned.productID == testCase.row.productID)
                #expect(owned.sameAccount == (testCase.row.accountID == "alice"))
            }
        }
        #expect(fixture.product("boost")?.risks == (testCase.risk.map { [$0] } ?? []))
        #expect(fixture.product("coins")?.risks == [])
    }

    @Test("In an account set another member's ownership neither blocks nor shows")
    func accountAudience() throws {
        var fixture = try StateFixture(.account, group: true)
        fixture.snapshot.ownership = [
            Make.owned("lifetime", .nonConsumable, account: "bob"),
            Make.owned("weekly", account: "bob", group: "G", expiresAt: 1_500),
        ]
        #expect(fixture.statuses.allSatisfy { $0 == .available })
        #expect(fixture.document.entitlements.isEmpty)
        #expect(fixture.document.nextChangeAt == nil)
        fixture.account = "bob"
        #expect(fixture.product("lifetime")?.status == .owned)
        #expect(fixture.document.entitlements.map(\.productID) == ["lifetime", "weekly"])
    }

    @Test("A plan change carries no risk; owning what rules it out otherwise still blocks")
    func severalOwned() throws {
        var fixture = try StateFixture(.group, group: true)
        fixture.snapshot.ownership = [
            Make.owned("monthly", expiresAt: 2_000),
            Make.owned("rival", expiresAt: 3_000, transaction: "t2"),
        ]
        #expect(fixture.product("yearly")?.status == .blocked)
        #expect(fixture.product("yearly")?.owned?.productID == "rival")
        #expect(fixture.product("monthly")?.owned?.productID == "monthly", "itself comes first")
        fixture.snapshot.ownership.removeLast()
        #expect(fixture.product("yearly")?.risks == [])
    }

    @Test("Of several owners the account itself is shown first, then who owns longest")
    func shownOwner() throws {
        var fixture = try StateFixture(.group, group: true)
        fixture.snapshot.ownership = [
            Make.owned("monthly", account: "bob", expiresAt: 9_000),
            Make.owned("monthly", expiresAt: 2_000), Make.owned("monthly", expiresAt: 3_000),
        ]
        let owned = try #require(fixture.product("monthly")?.owned)
        #expect(owned.sameAccount && owned.expiresAt == time(3_000))
    }

    @Test("Owned comes before locked, and the holder is still shown")
    func precedence() throws {
        var fixture = try StateFixture(.account)
        fixture.snapshot.intents = [Make.intent(1)]
        fixture.snapshot.ownership = [Make.owned("lifetime", .nonConsumable)]
        let words = fixture.statuses.map(\.rawValue)
        #expect(
            words == [
                "blocked", "blocked", "blocked", "owned", "blocked", "blocked", "available",
            ])
        #expect(fixture.product("lifetime")?.holder != nil)
    }

    @Test("An exception in the catalog is followed")
    func exception() throws {
        var fixture = try StateFixture(
            .account,
            more: #","owned_rules":[{"owned":"lifetime","wanted":"boost","rule":"allow"}]"#)
        fixture.snapshot.ownership = [Make.owned("lifetime", .nonConsumable)]
        #expect(fixture.product("boost")?.status == .available)
        #expect(fixture.product("season")?.status == .blocked)
    }

    @Test(
        "An entitlement is worth what the clock says, with the end that counts",
        arguments: [
            (999, nil, nil), (1_000, "active", 2_000), (1_999, "active", 2_000),
            (2_000, "grace_period", 2_500), (2_500, "billing_retry", 2_000),
            (3_000, "expired", 2_000),
        ] as [(Int64, String?, Int64?)])
    func overTime(now: Int64, state: String?, end: Int64?) throws {
        var fixture = try StateFixture(.account)
        fixture.snapshot.ownership = [
            Make.owned("monthly", startsAt: 1_000, expiresAt: 2_000, grace: 2_500, retry: 3_000)
        ]
        fixture.snapshot.now = time(now)
        let entitlement = fixture.document.entitlements.first
        #expect(entitlement?.state.rawValue == state)
        #expect(entitlement?.expiresAt == end.map(time))
        #expect(entitlement.map { $0.willRenew == (state != "expired") } ?? true)
        let next = [1_000, 2_000, 2_500, 3_000].first { $0 > now }
        #expect(fixture.document.nextChangeAt == next.map(time))
    }

    @Test("Every change by the clock changes the etag; between two of them it stays")
    func etagOverTime() throws {
        var fixture = try StateFixture(.account)
        fixture.snapshot.intents = [Make.intent(1, expiresAt: 1_700)]
        fixture.snapshot.ownership = [
            Make.owned("monthly", startsAt: 1_000, expiresAt: 2_000, grace: 2_500, retry: 3_000)
        ]
        var changes: [Int64] = []
        var last = fixture.document
        var announced = last.nextChangeAt
        for second in stride(from: Int64(1_001), through: 700_000, by: 1) {
            if let due = announced, time(second) < due { continue }
            fixture.snapshot.now = time(second)
            let document = fixture.document
            if document.etag != last.etag { changes.append(second) }
            #expect((document.etag != last.etag) == (announced == time(second)))
            announced = document.nextChangeAt
            last = document
            if announced == nil { break }
        }
        #expect(changes == [1_700, 2_000, 2_500, 3_000, 1_700 + 86_400])
    }

    @Test("Rows of one product and account are one entitlement: the best, then the purchased")
    func merged() throws {
        var fixture = try StateFixture(.group, group: true)
        fixture.snapshot.ownership = [
            Make.owned("monthly", expiresAt: 500, transaction: "old"),
            Make.owned("monthly", type: .familyShared, expiresAt: 9_000, transaction: "shared"),
            Make.owned("monthly", expiresAt: 2_000, transaction: "bought"),
            Make.owned("monthly", account: "bob", expiresAt: 8_000, transaction: "bobs"),
            Make.owned("lifetime", .nonConsumable, revoked: 10, transaction: "refunded"),
            Make.owned("boost", .consumable, transaction: "used"),
        ]
        let entitlements = fixture.document.entitlements
        #expect(entitlements.map(\.transactionID) == ["refunded", "bought", nil])
        #expect(entitlements.map(\.state) == [.revoked, .active, .active])
        #expect(entitlements.map(\.sameAccount) == [true, true, false])
        #expect(entitlements[1].ownership == .purchased)
        #expect(!entitlements[0].willRenew)
        fixture.snapshot.ownership.reverse()
        #expect(fixture.document.entitlements == entitlements, "the order of rows is no matter")
        fixture.snapshot.ownership.removeAll { $0.transactionID == "bought" }
        #expect(fixture.document.entitlements[1].ownership == .familyShared)
    }

    @Test("The entitlements document says the same, and at another time what held then")
    func entitlements() throws {
        var fixture = try StateFixture(.account)
        fixture.snapshot.ownership = [Make.owned("monthly", startsAt: 100, expiresAt: 2_000)]
        func document(at instant: Timestamp? = nil) -> EntitlementsDocument {
            fixture.evaluator.entitlements(
                of: fixture.snapshot, account: "alice", environment: .sandbox, at: instant)
        }
        #expect(document().entitlements == fixture.document.entitlements)
        #expect(document().nextChangeAt == time(2_000))
        #expect(document(at: time(2_000)).entitlements.map(\.state) == [.expired])
        #expect(document(at: time(99)).entitlements.isEmpty)
        #expect(document(at: time(99)).asOf == time(99))
    }
}
