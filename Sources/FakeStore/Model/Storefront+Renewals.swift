internal import Cryptography
internal import StoreSigner

// Renewing, failing, recovering, ending: by hand here, and by the clock in Storefront+Clock.
extension Storefront {
    mutating func renewAhead(_ place: Int) throws(StoreRefusal) -> StoreOutcome {
        let subscription = subscriptions[place]
        guard subscription.phase == .active, subscription.mayRenew, subscription.isPayable else {
            throw .notActive
        }
        try checkBegun(place)
        return renew(place, from: expiry(place), subtype: nil)
    }

    private func checkBegun(_ place: Int) throws(StoreRefusal) {
        if purchases[last(place)].facts.purchaseDate > now { throw .periodNotBegun }
    }

    /// Records the next period, of the product that was chosen for it.
    mutating func renew(_ place: Int, from start: Int64, subtype: String?) -> StoreOutcome {
        let subscription = subscriptions[place]
        guard let product = products[subscription.renewalProductID] else {
            return expire(place, .productNotForSale)
        }
        let isSame = product.id == subscription.productID
        let price = isSame ? subscription.raisedPrice ?? subscription.price : product.price
        restart(place, product, token: subscription.appAccountToken)
        subscriptions[place].price = price
        _ = record(
            product,
            StoreSale(
                buyer: subscription.buyer, subscription: place, purchaseDate: start,
                length: rules.length(of: product.period), isRenewal: true,
                appAccountToken: subscription.appAccountToken, offerID: subscription.offerID,
                price: price))
        let how = subtype == nil ? "was renewed" : "was paid after all"
        var outcome = StoreOutcome(
            .purchased, "\(subscription.buyer)'s \(product.id) \(how)")
        outcome.transactions = [snapshot(at: last(place))]
        outcome.notifications = [notification("DID_RENEW", subtype, of: place)]
        followNewPeriod(place, "DID_RENEW", subtype, &outcome)
        return outcome
    }

    mutating func failBilling(
        _ place: Int, isNow: Bool
    ) throws(StoreRefusal) -> StoreOutcome {
        guard subscriptions[place].phase == .active else { throw .notActive }
        if !isNow {
            guard subscriptions[place].isPayable else { throw .nothingToDo }
            subscriptions[place].isPayable = false
            return StoreOutcome(
                .done, "\(subscriptions[place].buyer)'s next renewal will not be paid")
        }
        try checkBegun(place)
        cut(place)
        return fail(place)
    }

    /// Ends the last period now.
    private mutating func cut(_ place: Int) {
        let time = now
        change(last(place)) { $0.expiresDate = time }
    }

    /// Goes into the grace period, or into billing retry.
    mutating func fail(_ place: Int) -> StoreOutcome {
        let end = expiry(place)
        let words: String
        var subtype: String?
        subscriptions[place].isPayable = false
        if let grace = rules.gracePeriod {
            subscriptions[place].phase = .grace(until: end + rules.scaled(grace))
            subtype = "GRACE_PERIOD"
            words = "was not paid: grace period"
        } else {
            subscriptions[place].phase = .retry(until: end + rules.scaled(rules.billingRetry))
            words = "was not paid: billing retry"
        }
        return ended(place, words, "DID_FAIL_TO_RENEW", subtype)
    }

    mutating func recover(_ place: Int) throws(StoreRefusal) -> StoreOutcome {
        switch subscriptions[place].phase {
        case .active where !subscriptions[place].isPayable:
            subscriptions[place].isPayable = true
            return StoreOutcome(
                .done, "\(subscriptions[place].buyer)'s next renewal will be paid")
        // In grace the cycle stays; after it a new one begins.
        case .grace: return renew(place, from: expiry(place), subtype: "BILLING_RECOVERY")
        case .retry: return renew(place, from: now, subtype: "BILLING_RECOVERY")
        default: throw .nothingToDo
        }
    }

    mutating func expireNow(
        _ place: Int, _ intent: ExpirationIntent
    ) throws(StoreRefusal) -> StoreOutcome {
        switch subscriptions[place].phase {
        case .expired, .revoked: throw .notActive
        case .active:
            try checkBegun(place)
            cut(place)
        case .grace, .retry: break
        }
        return expire(place, intent)
    }

    mutating func expire(_ place: Int, _ intent: ExpirationIntent) -> StoreOutcome {
        subscriptions[place].phase = .expired(intent)
        subscriptions[place].autoRenews = false
        return ended(place, "has ended", "EXPIRED", intent.subtype)
    }

    /// Tells that a period ended, for the family too.
    mutating func ended(
        _ place: Int, _ words: String, _ kind: String, _ subtype: String?
    ) -> StoreOutcome {
        let subscription = subscriptions[place]
        var outcome = StoreOutcome(
            .done, "\(subscription.buyer)'s \(subscription.productID) \(words)")
        outcome.notifications = [notification(kind, subtype, of: place)]
        followPhase(place, kind, subtype, &outcome)
        return outcome
    }

    mutating func extendRenewal(
        _ place: Int, _ days: Int64
    ) throws(StoreRefusal) -> StoreOutcome {
        guard subscriptions[place].phase == .active else { throw .notActive }
        // The store extends by at most 90 days.
        guard (1...90).contains(days) else { throw .badQuantity }
        let more = rules.scaled(days * StoreRules.day)
        change(last(place)) { $0.expiresDate? += more }
        return ended(place, "was extended by \(days) days", "RENEWAL_EXTENDED", nil)
    }

    mutating func extendAll(
        _ productID: String, _ days: Int64
    ) throws(StoreRefusal) -> StoreOutcome {
        _ = try product(productID)
        var outcome = StoreOutcome(.done, "every \(productID) was extended by \(days) days")
        var (succeeded, failed): (Int64, Int64) = (0, 0)
        for place in subscriptions.indices
        where subscriptions[place].productID == productID && subscriptions[place].sharing == nil {
            if let one = try? extendRenewal(place, days) {
                outcome.notifications += one.notifications
                succeeded += 1
            } else {
                failed += 1
            }
        }
        var summary = notification("RENEWAL_EXTENSION", "SUMMARY")
        summary.content = .summary([
            "requestIdentifier": .string(random.uuid()), "productId": .string(productID),
            "storefrontCountryCodes": ["USA"], "succeededCount": .integer(succeeded),
            "failedCount": .integer(failed),
        ])
        outcome.notifications.append(summary)
        return outcome
    }
}
