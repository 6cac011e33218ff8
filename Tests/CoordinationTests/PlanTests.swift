import Coordination
import InterlockAPI
import Testing

@Suite struct PlanTests {
    struct Cell: Sendable {
        let owned: String
        let wanted: String
        let rule: OwnedRule.Rule
        let risk: Risk?

        init(_ owned: String, _ wanted: String, _ rule: OwnedRule.Rule, _ risk: Risk? = nil) {
            self.owned = owned
            self.wanted = wanted
            self.rule = rule
            self.risk = risk
        }
    }

    /// Every cell of the design's table of owned rules, while the owned product is active or in grace.
    static let cells = [
        // A subscription: the same, the same group, another in the set, and the three one-time kinds.
        Cell("monthly", "monthly", .block), Cell("monthly", "yearly", .planChange),
        Cell("monthly", "rival", .block),
        Cell("monthly", "lifetime", .allow, .subscriptionKeepsRenewing),
        Cell("monthly", "season", .allow, .subscriptionKeepsRenewing),
        Cell("monthly", "boost", .allow, .subscriptionKeepsRenewing),
        // A non-consumable blocks everything.
        Cell("lifetime", "lifetime", .block), Cell("lifetime", "monthly", .block),
        Cell("lifetime", "rival", .block), Cell("lifetime", "season", .block),
        Cell("lifetime", "boost", .block),
        // A non-renewing subscription blocks nothing.
        Cell("season", "season", .allow, .alreadyActive),
        Cell("season", "monthly", .allow, .alreadyActive),
        Cell("season", "lifetime", .allow, .alreadyActive),
        Cell("season", "boost", .allow, .alreadyActive),
    ]

    @Test("The owned rules are the design's", arguments: cells)
    func ownedRules(cell: Cell) throws {
        let plan = try plan(cell.wanted, try premium(.group))
        let rule = try #require(plan.rules[cell.owned])
        #expect(rule.entitled == OwnedRule.Outcome(rule: cell.rule, risk: cell.risk))
        #expect(rule.billingRetry == .init(rule: .allow, risk: .billingRetryMayRecover))
        #expect(rule.audience == .group)
    }

    @Test("Consumables are never owned, but lock")
    func consumables() throws {
        let catalog = try premium(.account)
        for plan in catalog.compile() {
            #expect(plan.rules["boost"] == nil && plan.rules["coins"] == nil)
        }
        #expect(try plan("monthly", catalog).rivals["boost"] == .account)
        #expect(try plan("coins", catalog).rivals == ["coins": .account])
        #expect(try plan("coins", catalog).rules.isEmpty)
    }

    @Test("An exception replaces the rule of its pair only, and leaves billing retry alone")
    func overrides() throws {
        let catalog = try premium(
            .account,
            more: #","owned_rules":[{"owned":"lifetime","wanted":"boost","rule":"allow","#
                + #""risk":"odd"},{"owned":"season","wanted":"season","rule":"block","#
                + #""risk":"ignored"}]"#)
        let boost = try #require(try plan("boost", catalog).rules["lifetime"])
        #expect(boost.entitled == .init(rule: .allow, risk: Risk(rawValue: "odd")))
        #expect(boost.billingRetry == .retry)
        let season = try #require(try plan("season", catalog).rules["season"])
        #expect(season.entitled == .init(rule: .block))
        #expect(try plan("monthly", catalog).rules["lifetime"]?.entitled.rule == .block)
    }

    @Test("An unlisted subscription counts in the sets of its group's listed products")
    func groupRules() throws {
        let catalog = try premium(.group)
        let monthly = try plan("monthly", catalog)
        #expect(monthly.groupRules["G"]?.entitled.rule == .planChange)
        #expect(monthly.groupRules["H"]?.entitled.rule == .block)
        #expect(monthly.groupRules["G"]?.audience == .group)
        #expect(monthly.groupRules["G"]?.billingRetry == .retry)
        let lifetime = try plan("lifetime", catalog)
        #expect(
            lifetime.groupRules["G"]?.entitled
                == .init(rule: .allow, risk: .subscriptionKeepsRenewing))
        #expect(try plan("coins", catalog).groupRules.isEmpty)
    }

    @Test("Products of one group without a shared set don't see each other, unlisted ones do")
    func noSharedSet() throws {
        let catalog = try catalog(
            #"{"products":[{"product_id":"a","kind":"auto_renewable","subscription_group":"G","#
                + #""exclusion_sets":["x"]},{"product_id":"b","kind":"auto_renewable","#
                + #""subscription_group":"G","exclusion_sets":["y"]}]}"#)
        let plan = try plan("a", catalog)
        #expect(plan.rules["b"]?.audience == OwnedRule.Audience.none)
        #expect(plan.rivals == ["a": .account])
        #expect(plan.groupRules["G"]?.audience == .account)
    }

    @Test("Of several shared sets the widest audience counts, whichever comes first")
    func widest() throws {
        let catalog = try catalog(
            #"{"products":[{"product_id":"a","kind":"non_consumable","#
                + #""exclusion_sets":["t","s","r"]},"#
                + #"{"product_id":"b","kind":"non_consumable","exclusion_sets":["s","t"]},"#
                + #"{"product_id":"c","kind":"non_consumable","exclusion_sets":["s"]},"#
                + #"{"product_id":"d","kind":"non_consumable","exclusion_sets":["r","s"]}],"#
                + #""exclusion_sets":[{"id":"t","audience":"group"},"#
                + #"{"id":"r","audience":"group"}]}"#)
        let plan = try plan("a", catalog)
        #expect(plan.rivals == ["a": .group, "b": .group, "c": .account, "d": .group])
        #expect(plan.rules["b"]?.audience == .group)
        #expect(plan.rules["c"]?.audience == .account)
        #expect(plan.sets.map(\.id) == ["r", "s", "t"])
    }

    @Test("A plan is stored exactly in its JSON shape, and read back")
    func golden() throws {
        let catalog = try catalog(
            #"{"products":[{"product_id":"m","kind":"auto_renewable","subscription_group":"G"},"#
                + #"{"product_id":"c","kind":"consumable"}]}"#)
        let deadlines = try json(Deadlines.standard)
        let entitled = #"{"risk":null,"rule":"block"}"#
        let change = #"{"risk":null,"rule":"plan_change"}"#
        let retry = #"{"risk":"billing_retry_may_recover","rule":"allow"}"#
        let expected =
            #"{"deadlines":\#(deadlines),"group_rules":{"G":{"audience":"account","#
            + #""billing_retry":\#(retry),"entitled":\#(change)}},"kind":"auto_renewable","#
            + #""product_id":"m","rivals":{"m":"account"},"rules":{"m":{"audience":"account","#
            + #""billing_retry":\#(retry),"entitled":\#(entitled)}},"#
            + #""sets":[{"audience":"account","id":"G"}],"subscription_group":"G"}"#
        let plan = try plan("m", catalog)
        #expect(try json(plan) == expected)
        #expect(try WireCoding.decode(ProductPlan.self, from: Array(expected.utf8)) == plan)
        #expect(
            try json(try self.plan("c", catalog)).hasSuffix(
                #""sets":[{"audience":"account","id":"c"}],"subscription_group":null}"#))
    }

    private func plan(_ productID: String, _ catalog: Catalog) throws -> ProductPlan {
        try #require(catalog.compile().first { $0.productID == productID })
    }
}
