import InterlockAPI

extension Catalog {
    /// Compiles one plan for each product, in the document's order. Work grows with the pairs of products that share
    /// a set or a subscription group, not with all pairs.
    package func compile() -> [ProductPlan] { PlanCompiler(self).plans() }
}

/// Turns the design's table of owned rules into data.
struct PlanCompiler {
    private let catalog: Catalog
    private var members: [String: [Int]] = [:]
    private var groupMembers: [String: [Int]] = [:]
    private var groupSets: [String: Set<String>] = [:]
    private var groupsOfSet: [String: Set<String>] = [:]

    init(_ catalog: Catalog) {
        self.catalog = catalog
        for (index, product) in catalog.products.enumerated() {
            for set in product.sets { members[set, default: []].append(index) }
            guard let group = product.subscriptionGroup else { continue }
            groupMembers[group, default: []].append(index)
            groupSets[group, default: []].formUnion(product.sets)
        }
        for (group, sets) in groupSets {
            for set in sets { groupsOfSet[set, default: []].insert(group) }
        }
    }

    func plans() -> [ProductPlan] { catalog.products.map(plan) }

    private func plan(for wanted: Catalog.Product) -> ProductPlan {
        let rivals = rivals(of: wanted)
        var rules: [String: OwnedRule] = [:]
        for (index, audience) in rivals {
            let owned = catalog.products[index]
            guard owned.kind != .consumable else { continue }
            let pair = Catalog.Pair(owned: owned.id, wanted: wanted.id)
            let outcome = catalog.overrides[pair] ?? Self.outcome(owning: owned, wanting: wanted)
            rules[owned.id] = rule(.init(audience), outcome)
        }
        if let group = wanted.subscriptionGroup {
            for index in groupMembers[group] ?? [] where rivals[index] == nil {
                let owned = catalog.products[index]
                guard owned.kind != .consumable else { continue }
                rules[owned.id] = rule(.none, Self.outcome(owning: owned, wanting: wanted))
            }
        }
        return ProductPlan(
            productID: wanted.id, kind: wanted.kind,
            subscriptionGroup: wanted.subscriptionGroup,
            sets: wanted.sets.map { .init(id: $0, audience: audience(of: $0)) },
            deadlines: catalog.deadlines,
            rivals: Dictionary(
                uniqueKeysWithValues: rivals.map { (catalog.products[$0.key].id, $0.value) }),
            rules: rules, groupRules: groupRules(for: wanted),
            retryEntitles: catalog.billingRetryEntitles ? true : nil)
    }

    private func rule(
        _ audience: OwnedRule.Audience, _ outcome: OwnedRule.Outcome
    ) -> OwnedRule {
        OwnedRule(
            audience: audience, entitled: outcome,
            billingRetry: catalog.billingRetryEntitles ? outcome : .retry)
    }

    private func audience(of set: String) -> Audience { catalog.audiences[set] ?? .account }

    private func rivals(of wanted: Catalog.Product) -> [Int: Audience] {
        var rivals: [Int: Audience] = [:]
        for set in wanted.sets {
            let audience = audience(of: set)
            for index in members[set] ?? [] where rivals[index] != .group {
                rivals[index] = audience
            }
        }
        return rivals
    }

    /// An unlisted product counts in the sets of its subscription group: those of the group's listed products.
    private func groupRules(for wanted: Catalog.Product) -> [String: OwnedRule] {
        var rules: [String: OwnedRule] = [:]
        for set in wanted.sets {
            let audience = OwnedRule.Audience(audience(of: set))
            for group in groupsOfSet[set] ?? [] where rules[group]?.audience != .group {
                rules[group] = rule(
                    audience,
                    Self.owningSubscription(
                        sameGroup: group == wanted.subscriptionGroup, wanting: wanted.kind))
            }
        }
        return rules
    }

    /// The table's cells for active ownership; billing retry is the same for all.
    private static func outcome(
        owning owned: Catalog.Product, wanting wanted: Catalog.Product
    ) -> OwnedRule.Outcome {
        switch owned.kind {
        case .autoRenewable where owned.id == wanted.id:
            OwnedRule.Outcome(rule: .block)
        case .autoRenewable:
            owningSubscription(
                sameGroup: owned.subscriptionGroup != nil
                    && owned.subscriptionGroup == wanted.subscriptionGroup,
                wanting: wanted.kind)
        case .nonConsumable, .consumable:
            OwnedRule.Outcome(rule: .block)
        case .nonRenewing:
            OwnedRule.Outcome(rule: .allow, risk: .alreadyActive)
        }
    }

    private static func owningSubscription(
        sameGroup: Bool, wanting kind: ProductKind
    ) -> OwnedRule.Outcome {
        switch kind {
        case .autoRenewable: OwnedRule.Outcome(rule: sameGroup ? .planChange : .block)
        case .nonRenewing, .nonConsumable, .consumable:
            OwnedRule.Outcome(rule: .allow, risk: .subscriptionKeepsRenewing)
        }
    }
}

extension OwnedRule.Audience {
    init(_ audience: Audience) {
        switch audience {
        case .group: self = .group
        case .account: self = .account
        }
    }
}
