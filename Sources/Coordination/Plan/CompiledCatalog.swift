import InterlockAPI

/// Holds a catalog's plans with the indices that evaluating a scope needs; built once for each revision.
package struct CompiledCatalog: Sendable {
    /// Holds what owning something does to one product.
    struct Effect: Sendable {
        let index: Int
        let rule: OwnedRule
    }

    package let revision: Int64
    /// In the catalog's order.
    package let plans: [ProductPlan]
    /// Whether billing retry counts as owned, as the app's goodwill.
    package let retryEntitles: Bool
    private let indices: [String: Int]
    private let effects: [String: [Effect]]
    private let groupEffects: [String: [Effect]]
    private let setMembers: [String: [(index: Int, audience: Audience)]]

    package init(revision: Int64, plans: [ProductPlan]) {
        self.revision = revision
        self.plans = plans
        retryEntitles = plans.contains { $0.retryEntitles == true }
        var indices: [String: Int] = [:]
        var effects: [String: [Effect]] = [:]
        var groupEffects: [String: [Effect]] = [:]
        var setMembers: [String: [(index: Int, audience: Audience)]] = [:]
        for (index, plan) in plans.enumerated() {
            indices[plan.productID] = index
            for (owned, rule) in plan.rules where rule.audience != .none {
                effects[owned, default: []].append(Effect(index: index, rule: rule))
            }
            for (group, rule) in plan.groupRules {
                groupEffects[group, default: []].append(Effect(index: index, rule: rule))
            }
            for set in plan.sets {
                setMembers[set.id, default: []].append((index, set.audience))
            }
        }
        self.indices = indices
        self.effects = effects
        self.groupEffects = groupEffects
        self.setMembers = setMembers
    }

    /// Finds a product's plan; nil if the catalog doesn't list it.
    package func plan(of productID: String) -> ProductPlan? { indices[productID].map { plans[$0] } }

    /// What owning a product does: by its own rules if it is listed, else by its subscription group's.
    func effects(of productID: String, kind: ProductKind, group: String?) -> [Effect] {
        if indices[productID] != nil { return effects[productID] ?? [] }
        guard kind == .autoRenewable, let group else { return [] }
        return groupEffects[group] ?? []
    }

    /// For whom an ownership counts: the widest audience of the sets that the product is, or counts, in.
    func audience(of productID: String, kind: ProductKind, group: String?) -> Audience {
        if let index = indices[productID] { return plans[index].audience }
        let isShared = effects(of: productID, kind: kind, group: group)
            .contains { $0.rule.audience == .group }
        return isShared ? .group : .account
    }

    /// Lists what an intent is in the way of while it has its claims, in the catalog's order.
    package func products(closedBy productID: String, sets: [String], isOwn: Bool) -> [String] {
        var closed: Set<Int> = []
        forEachConflict(productID: productID, sets: sets, isOwn: isOwn) { closed.insert($0) }
        return closed.sorted().map { plans[$0].productID }
    }

    /// Lists what is in any of some exclusion sets, in the catalog's order.
    package func products(in sets: [String]) -> [String] {
        let indices = Set(sets.flatMap { setMembers[$0] ?? [] }.map(\.index))
        return indices.sorted().map { plans[$0].productID }
    }

    /// Calls `body` with the index of every product that an intent is in the way of, perhaps more than once: those
    /// in a set that the intent took, and those that share a set with its product now. A set for each account alone
    /// counts only if the intent is the asking account's own.
    func forEachConflict(
        productID: String, sets: [String], isOwn: Bool, _ body: (Int) -> Void
    ) {
        for set in sets {
            for member in setMembers[set] ?? [] where isOwn || member.audience == .group {
                body(member.index)
            }
        }
        guard let index = indices[productID] else { return }
        for set in plans[index].sets where isOwn || set.audience == .group {
            if sets.contains(set.id) { continue }
            for member in setMembers[set.id] ?? [] { body(member.index) }
        }
    }
}
