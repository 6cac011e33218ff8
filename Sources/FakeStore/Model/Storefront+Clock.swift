internal import StoreSigner

// What happens without anybody's act.
extension Storefront {
    /// Moves the clock to a time, or leaves it where it is later already, and does what became due on
    /// the way, in the order of the times.
    ///
    /// - Parameter limit: after so many things that happened it stops where it is, to be called again.
    /// - Returns: what happened. A request that ran out is not among it: the store tells nobody.
    package mutating func advance(to time: Int64, atMost limit: Int = .max) -> [StoreOutcome] {
        var outcomes: [StoreOutcome] = []
        while let (due, place) = nextOfSubscriptions(), due <= time {
            if outcomes.count >= limit { return outcomes }
            now = max(now + 1, due)
            outcomes.append(happen(place))
        }
        now = max(now, time)
        requests.removeAll { $0.expires <= now }
        return outcomes
    }

    /// When the clock next has something to do; nil: never.
    package var nextDue: Int64? { nextOfSubscriptions()?.due }

    private func nextOfSubscriptions() -> (due: Int64, place: Int)? {
        var next: (due: Int64, place: Int)?
        for place in subscriptions.indices where subscriptions[place].sharing == nil {
            guard let due = due(place) else { continue }
            if next.map({ due < $0.due }) ?? true { next = (due, place) }
        }
        return next
    }

    /// When a subscription next changes by itself.
    private func due(_ place: Int) -> Int64? {
        let subscription = subscriptions[place]
        switch subscription.phase {
        case .active:
            let facts = purchases[last(place)].facts
            let end = facts.expiresDate ?? now
            guard subscription.mayRenew, subscription.isPayable else { return end }
            return max(end - rules.lead(of: end - facts.purchaseDate), facts.purchaseDate)
        case .grace(let until): return until
        case .retry(let until): return subscription.autoRenews ? until : now
        case .expired, .revoked: return nil
        }
    }

    private mutating func happen(_ place: Int) -> StoreOutcome {
        let subscription = subscriptions[place]
        switch subscription.phase {
        case .active:
            if !subscription.autoRenews { return expire(place, .voluntary) }
            if !subscription.mayRenew { return expire(place, .priceIncrease) }
            if !subscription.isPayable { return fail(place) }
            return renew(place, from: expiry(place), subtype: nil)
        case .grace:
            if !subscription.autoRenews { return expire(place, .voluntary) }
            let retry = expiry(place) + rules.scaled(rules.billingRetry)
            subscriptions[place].phase = .retry(until: max(retry, now))
            return ended(place, "is no longer entitled", "GRACE_PERIOD_EXPIRED", nil)
        case .retry: return expire(place, subscription.autoRenews ? .billing : .voluntary)
        case .expired, .revoked: return StoreOutcome(.done, "nothing")
        }
    }
}
