package import InterlockAPI

/// Evaluates a scope's snapshot for one device: pure, the clock is the snapshot's. It answers for every product what
/// the SQL function `reserve` would answer now, from the same plans. Work grows with the products, plus the pairs
/// of rows and products that touch each other.
package struct StateEvaluator: Sendable {
    package let catalog: CompiledCatalog
    /// The database's epoch.
    package let epoch: String

    package init(catalog: CompiledCatalog, epoch: String) {
        self.catalog = catalog
        self.epoch = epoch
    }

    /// Makes the state document of a device.
    package func state(
        of snapshot: ScopeSnapshot, account: String, device: String,
        environment: StoreEnvironment
    ) -> StateDocument {
        evaluate(snapshot, account: account, device: device, environment: environment).state
    }

    /// Makes for administrators what a device of an account would get, and says whose intents are in its way.
    package func view(
        of snapshot: ScopeSnapshot, account: String, environment: StoreEnvironment
    ) -> AccountView {
        let (state, impacts) = evaluate(
            snapshot, account: account, device: "", environment: environment)
        var closes: [Int: [String]] = [:]
        for (plan, impact) in zip(catalog.plans, impacts) {
            if let holder = impact.holder { closes[holder, default: []].append(plan.productID) }
        }
        let holds = snapshot.intents.enumerated().filter {
            $0.element.isOpen(at: snapshot.now) || $0.element.isDelayed(at: snapshot.now)
        }.map { AccountView.Hold(row: $0.element, products: closes[$0.offset] ?? []) }
        return AccountView(
            state: state, holds: holds.sorted { IntentRow.isOlder($0.row, $1.row) })
    }

    private func evaluate(
        _ snapshot: ScopeSnapshot, account: String, device: String,
        environment: StoreEnvironment
    ) -> (state: StateDocument, impacts: [ProductImpact]) {
        var clock = StateClock(now: snapshot.now)
        var impacts = [ProductImpact](repeating: ProductImpact(), count: catalog.plans.count)
        noteIntents(snapshot, account: account, &impacts, &clock)
        noteOwnership(snapshot, account: account, &impacts)
        let entitlements = EntitlementEvaluator(catalog: catalog).evaluate(
            snapshot.ownership, account: account, &clock)
        let viewer = Viewer(account: account, device: device, now: snapshot.now)
        let products = zip(catalog.plans, impacts).map { plan, impact in
            impact.state(of: plan.productID, viewer, snapshot)
        }
        let own = snapshot.intents.filter {
            $0.accountID == account && $0.isOpen(at: snapshot.now)
        }
        let etag = StateETag(
            epoch: epoch, scopeID: snapshot.scopeID, version: snapshot.version,
            catalogRevision: catalog.revision, environment: environment, passed: clock.passed)
        let state = StateDocument(
            etag: etag.description, version: snapshot.version, environment: environment,
            serverTime: snapshot.now, nextChangeAt: clock.next,
            scope: .init(kind: snapshot.kind, groupID: snapshot.groupID), products: products,
            entitlements: entitlements,
            intents: own.sorted(by: IntentRow.isOlder)
                .map { $0.resource(environment: environment, now: snapshot.now) })
        return (state, impacts)
    }

    /// Makes the entitlements document of an account, at the snapshot's time or another.
    package func entitlements(
        of snapshot: ScopeSnapshot, account: String, environment: StoreEnvironment,
        at instant: Timestamp? = nil
    ) -> EntitlementsDocument {
        let now = instant ?? snapshot.now
        var clock = StateClock(now: now)
        let entitlements = EntitlementEvaluator(catalog: catalog).evaluate(
            snapshot.ownership, account: account, &clock)
        return EntitlementsDocument(
            environment: environment, serverTime: snapshot.now, nextChangeAt: clock.next,
            entitlements: entitlements, asOf: instant)
    }

    private func noteIntents(
        _ snapshot: ScopeSnapshot, account: String, _ impacts: inout [ProductImpact],
        _ clock: inout StateClock
    ) {
        for (position, row) in snapshot.intents.enumerated() {
            let isOwn = row.accountID == account
            let isOpen = row.isOpen(at: snapshot.now)
            let isObstacle = isOpen || row.isDelayed(at: snapshot.now)
            let riskUntil = isOpen ? nil : unresolvedRiskEnd(of: row)
            let isUnresolved = riskUntil.map { $0 > snapshot.now } ?? false
            var touches = false
            catalog.forEachConflict(productID: row.productID, sets: row.sets, isOwn: isOwn) {
                touches = true
                if isObstacle { impacts[$0].noteObstacle(position, snapshot) }
                if isUnresolved { impacts[$0].isUnresolved = true }
            }
            guard touches || isOwn else { continue }
            if row.status.isOpen { clock.note(row.expiresAt) }
            guard touches else { continue }
            clock.note(row.delayUntil)
            clock.note(riskUntil)
        }
    }

    /// When the risk of a closed intent ends. One that the clock closed may not have it written down yet.
    private func unresolvedRiskEnd(of row: IntentRow) -> Timestamp? {
        guard row.status != .completed else { return nil }
        if let stored = row.riskUntil { return stored }
        guard row.status.isOpen, let end = row.expiresAt else { return nil }
        let deadlines = catalog.plan(of: row.productID)?.deadlines ?? .standard
        return end.adding(
            seconds: row.status == .reserved
                ? deadlines.unreportedRisk : deadlines.unresolvedRisk)
    }

    private func noteOwnership(
        _ snapshot: ScopeSnapshot, account: String, _ impacts: inout [ProductImpact]
    ) {
        for row in snapshot.ownership {
            guard let standing = row.standing(at: snapshot.now) else { continue }
            let isRetry = standing.state == .billingRetry
            guard isRetry || standing.state.isEntitled else { continue }
            let isOwn = row.accountID == account
            let effects = catalog.effects(
                of: row.productID, kind: row.kind, group: row.subscriptionGroup)
            for effect in effects where isOwn || effect.rule.audience == .group {
                let outcome = isRetry ? effect.rule.billingRetry : effect.rule.entitled
                let refuses =
                    switch outcome.rule {
                    case .block: true
                    case .allow: false
                    case .planChange: !isOwn || row.ownershipType != .purchased
                    }
                if refuses {
                    let owned = OwnedProduct(
                        productID: row.productID, expiresAt: standing.until, sameAccount: isOwn)
                    impacts[effect.index].noteRefusal(
                        owned, of: catalog.plans[effect.index].productID)
                } else if let risk = outcome.risk {
                    impacts[effect.index].noteRisk(risk)
                }
            }
        }
    }
}
