internal import StoreSigner

// Taking back, and giving again.
extension Storefront {
    mutating func refund(
        _ id: String, _ percentage: Int64?, _ isAppIssue: Bool
    ) throws(StoreRefusal) -> StoreOutcome {
        let place = try place(id)
        if purchases[place].sharedFrom != nil { throw .familyShared }
        if purchases[place].isRevoked { throw .alreadyRefunded }
        if let percentage, !(1...100_000).contains(percentage) { throw .badQuantity }
        let time = now
        change(place) { facts in
            facts.revocationDate = time
            facts.revocationReason = isAppIssue ? 1 : 0
            facts.revocationType = percentage == nil ? "REFUND_FULL" : "REFUND_PRORATED"
            facts.revocationPercentage = percentage ?? 100_000
        }
        stop(after: place)
        let purchase = purchases[place]
        let what = percentage.map { "\($0 / 1_000) % of " } ?? ""
        var outcome = StoreOutcome(
            .done, "\(purchase.buyer) was refunded \(what)\(purchase.facts.productID)")
        outcome.transactions = [snapshot(at: place)]
        outcome.notifications = [notification("REFUND", about: place)]
        for twin in twins(of: id) where !purchases[twin].isRevoked {
            outcome.notifications.append(revoke(twin))
        }
        return outcome
    }

    mutating func reverseRefund(_ id: String) throws(StoreRefusal) -> StoreOutcome {
        let place = try place(id)
        if purchases[place].sharedFrom != nil { throw .familyShared }
        guard let date = purchases[place].facts.revocationDate else { throw .notRefunded }
        var outcome = StoreOutcome(
            .done, "\(purchases[place].buyer)'s refund was reversed")
        outcome.notifications = [giveAgain(place)]
        outcome.transactions = [snapshot(at: place)]
        for twin in twins(of: id)
        where purchases[twin].facts.revocationDate == date && isStillShared(twin) {
            outcome.notifications.append(giveAgain(twin))
        }
        return outcome
    }

    /// A family member's twins of a transaction.
    func twins(of id: String) -> [Int] {
        purchases.indices.filter { purchases[$0].sharedFrom == id }
    }

    /// Takes a family member's transaction back.
    mutating func revoke(_ twin: Int) -> NotificationTemplate {
        let time = now
        change(twin) { facts in
            facts.revocationDate = time
            facts.revocationReason = 0
            facts.revocationType = "FAMILY_REVOKE"
        }
        stop(after: twin)
        return notification("REVOKE", about: twin)
    }

    /// A subscription whose last transaction was taken back renews no more.
    private mutating func stop(after place: Int) {
        guard let subscription = purchases[place].subscription, last(subscription) == place else {
            return
        }
        switch subscriptions[subscription].phase {
        case .expired, .revoked: break
        default:
            let renewed = subscriptions[subscription].autoRenews
            subscriptions[subscription].phase = .revoked(renewed: renewed)
            subscriptions[subscription].autoRenews = false
        }
    }

    private mutating func giveAgain(_ place: Int) -> NotificationTemplate {
        change(place) { facts in
            facts.revocationDate = nil
            facts.revocationReason = nil
            facts.revocationType = nil
            facts.revocationPercentage = nil
        }
        if let subscription = purchases[place].subscription, last(subscription) == place,
            case .revoked(let renewed) = subscriptions[subscription].phase
        {
            let isOver = expiry(subscription) <= now
            subscriptions[subscription].phase = isOver ? .expired(.other) : .active
            subscriptions[subscription].autoRenews = renewed && !isOver
        }
        return notification("REFUND_REVERSED", about: place)
    }

    private func isStillShared(_ twin: Int) -> Bool {
        guard let subscription = purchases[twin].subscription else { return true }
        return subscriptions[subscription].sharing?.isMember ?? false
    }
}
