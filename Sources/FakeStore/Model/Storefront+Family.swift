internal import StoreSigner

// Family Sharing: each member has transactions of its own, which follow the purchaser's.
extension Storefront {
    mutating func share(
        _ id: String, with member: String
    ) throws(StoreRefusal) -> StoreOutcome {
        let place = try place(id)
        let purchase = purchases[place]
        if purchase.sharedFrom != nil { throw .familyShared }
        let present = purchase.subscription.map { subscriptions[$0].productID }
        let product = try product(present ?? purchase.facts.productID)
        guard product.isFamilyShareable, member != purchase.buyer else { throw .notShareable }
        if let root = purchase.subscription {
            return try share(subscription: root, with: member)
        }
        if purchase.isRevoked { throw .alreadyRefunded }
        let isShared = twins(of: id).contains {
            purchases[$0].buyer == member && !purchases[$0].isRevoked
        }
        if isShared { throw .nothingToDo }
        meet(member)
        let twin = record(
            product,
            StoreSale(
                buyer: member, purchaseDate: purchase.facts.purchaseDate, price: 0, sharedFrom: id))
        var outcome = StoreOutcome(
            .done, "\(member) has a share in \(purchase.buyer)'s \(product.id)")
        outcome.transactions = [snapshot(at: twin)]
        outcome.notifications = [notification("ONE_TIME_CHARGE", about: twin)]
        return outcome
    }

    private mutating func share(
        subscription root: Int, with member: String
    ) throws(StoreRefusal) -> StoreOutcome {
        switch subscriptions[root].phase {
        case .active, .grace: break
        default: throw .notActive
        }
        meet(member)
        let known = followers(of: root).first { subscriptions[$0].buyer == member }
        if let known, subscriptions[known].sharing?.isMember ?? false { throw .nothingToDo }
        let twin = known ?? follower(of: root, member)
        subscriptions[twin].sharing?.isMember = true
        copy(root, to: twin)
        for period in subscriptions[root].periods where period == last(root) || isRunning(period) {
            followPeriod(period, twin, isRenewal: false)
        }
        var outcome = StoreOutcome(
            .done, "\(member) has a share in \(subscriptions[root].buyer)'s subscription")
        outcome.transactions = [snapshot(at: last(twin))]
        outcome.notifications = [
            notification("SUBSCRIBED", known == nil ? "INITIAL_BUY" : "RESUBSCRIBE", of: twin)
        ]
        return outcome
    }

    private mutating func follower(of root: Int, _ member: String) -> Int {
        let place = subscriptions.count
        var twin = subscriptions[root]
        twin = StoreSubscription(
            originalTransactionID: nextID(), buyer: member, group: twin.group,
            productID: twin.productID, renewalProductID: twin.renewalProductID,
            price: twin.price, recentStart: now)
        twin.sharing = .init(root: root, isMember: true)
        subscriptions.append(twin)
        buyers[member]?.subscriptions.append(place)
        return place
    }

    mutating func unshare(
        _ id: String, from member: String
    ) throws(StoreRefusal) -> StoreOutcome {
        let purchase = purchases[try place(id)]
        if purchase.sharedFrom != nil { throw .familyShared }
        var revoked: [Int] = []
        if let root = purchase.subscription {
            let twin = followers(of: root).first { subscriptions[$0].buyer == member }
            guard let twin, subscriptions[twin].sharing?.isMember ?? false else {
                throw .notShared
            }
            subscriptions[twin].sharing?.isMember = false
            revoked = subscriptions[twin].periods.filter { isRunning($0) }
            // Over already: the last one is taken back all the same.
            if revoked.isEmpty, !purchases[last(twin)].isRevoked { revoked = [last(twin)] }
        } else {
            revoked = twins(of: id).filter {
                purchases[$0].buyer == member && !purchases[$0].isRevoked
            }
            if revoked.isEmpty { throw .notShared }
        }
        var outcome = StoreOutcome(
            .done, "\(member) lost the share in \(purchase.buyer)'s purchase")
        for twin in revoked { outcome.notifications.append(revoke(twin)) }
        return outcome
    }

    func followers(of root: Int) -> [Int] {
        subscriptions.indices.filter { subscriptions[$0].sharing?.root == root }
    }

    private func members(of root: Int) -> [Int] {
        followers(of: root).filter { subscriptions[$0].sharing?.isMember ?? false }
    }
}

// What the members' subscriptions do after the purchaser's.
extension Storefront {
    /// Gives members the period that the purchaser just got; or takes theirs away, where its product
    /// is not shared.
    mutating func followNewPeriod(
        _ root: Int, _ kind: String, _ subtype: String?, _ outcome: inout StoreOutcome
    ) {
        let period = last(root)
        let isShared = products[purchases[period].facts.productID]?.isFamilyShareable ?? false
        for twin in members(of: root) {
            guard isShared else {
                leave(twin, &outcome)
                continue
            }
            copy(root, to: twin)
            followPeriod(period, twin, isRenewal: kind == "DID_RENEW")
            outcome.notifications.append(notification(kind, subtype, of: twin))
        }
    }

    mutating func followUpgrade(_ root: Int, _ kind: String, _ outcome: inout StoreOutcome) {
        let isShared = products[subscriptions[root].productID]?.isFamilyShareable ?? false
        if isShared {
            for twin in members(of: root) {
                for period in subscriptions[twin].periods where isRunning(period) {
                    change(period) { $0.isUpgraded = true }
                }
            }
        }
        followNewPeriod(root, kind, "UPGRADE", &outcome)
    }

    /// Brings members into the purchaser's phase.
    mutating func followPhase(
        _ root: Int, _ kind: String, _ subtype: String?, _ outcome: inout StoreOutcome
    ) {
        for twin in members(of: root) where !purchases[last(twin)].isRevoked {
            copy(root, to: twin)
            let end = purchases[last(root)].facts.expiresDate
            if purchases[last(twin)].facts.expiresDate != end {
                change(last(twin)) { $0.expiresDate = end }
            }
            outcome.notifications.append(notification(kind, subtype, of: twin))
        }
    }

    private mutating func leave(_ twin: Int, _ outcome: inout StoreOutcome) {
        subscriptions[twin].sharing?.isMember = false
        for period in subscriptions[twin].periods where isRunning(period) {
            outcome.notifications.append(revoke(period))
        }
    }

    private mutating func copy(_ root: Int, to twin: Int) {
        subscriptions[twin].phase = subscriptions[root].phase
        subscriptions[twin].productID = subscriptions[root].productID
        subscriptions[twin].renewalProductID = subscriptions[root].renewalProductID
        subscriptions[twin].autoRenews = subscriptions[root].autoRenews
    }

    private mutating func followPeriod(_ period: Int, _ twin: Int, isRenewal: Bool) {
        let facts = purchases[period].facts
        // A period of before or after a change of plan may be of a product that is not shared.
        guard let product = products[facts.productID], product.isFamilyShareable else { return }
        let place = record(
            product,
            StoreSale(
                buyer: subscriptions[twin].buyer, subscription: twin,
                purchaseDate: facts.purchaseDate,
                length: (facts.expiresDate ?? now) - facts.purchaseDate, isRenewal: isRenewal,
                price: 0, sharedFrom: facts.transactionID))
        // What was shared goes on as long as it is.
        subscriptions[twin].price = purchases[place].facts.price ?? 0
    }
}
