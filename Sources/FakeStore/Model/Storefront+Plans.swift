internal import StoreSigner

// Up, down and across in a group; whether it renews, and for how much.
extension Storefront {
    /// Changes an active subscription's product: at once to a higher level, or to an equal one that
    /// runs as long; at the next renewal otherwise.
    mutating func changePlan(
        _ place: Int, to product: StoreProduct, token: String?, offerID: String? = nil
    ) throws(StoreRefusal) -> StoreOutcome {
        let subscription = subscriptions[place]
        guard product.groupID == subscription.group else { throw .otherGroup }
        guard subscription.phase == .active else { throw .notActive }
        guard product.id != subscription.productID else { return try cancelPlanChange(place) }
        let present = try self.product(subscription.productID)
        let (from, to) = (present.level ?? 1, product.level ?? 1)
        let isSameLength = rules.length(of: present.period) == rules.length(of: product.period)
        if to < from || to == from && isSameLength {
            return upgrade(place, to: product, token: token, offerID: offerID)
        }
        if subscription.renewalProductID == product.id, subscription.autoRenews {
            return delivered(last(place), "\(product.id) is next already")
        }
        subscriptions[place].renewalProductID = product.id
        subscriptions[place].autoRenews = true
        subscriptions[place].offerID = offerID
        var outcome = StoreOutcome(
            .scheduled, "\(subscription.buyer) goes on with \(product.id) at the next renewal")
        outcome.transactions = [snapshot(at: last(place))]
        outcome.notifications = [
            notification(
                offerID == nil ? "DID_CHANGE_RENEWAL_PREF" : "OFFER_REDEEMED", "DOWNGRADE",
                of: place)
        ]
        return outcome
    }

    private mutating func upgrade(
        _ place: Int, to product: StoreProduct, token: String?, offerID: String?
    ) -> StoreOutcome {
        let subscription = subscriptions[place]
        for period in subscription.periods where isRunning(period) {
            change(period) { $0.isUpgraded = true }
        }
        let token = offerID == nil ? token ?? subscription.appAccountToken : nil
        restart(place, product, token: token)
        _ = record(
            product,
            StoreSale(
                buyer: subscription.buyer, subscription: place, purchaseDate: now,
                length: rules.length(of: product.period), appAccountToken: token,
                offerID: offerID, price: product.price))
        var outcome = StoreOutcome(
            .purchased, "\(subscription.buyer) changed to \(product.id) at once")
        outcome.transactions = [snapshot(at: last(place))]
        let kind = offerID == nil ? "DID_CHANGE_RENEWAL_PREF" : "OFFER_REDEEMED"
        outcome.notifications = [notification(kind, "UPGRADE", of: place)]
        followUpgrade(place, kind, &outcome)
        return outcome
    }

    /// Whether a period is neither over nor replaced nor taken back.
    func isRunning(_ purchase: Int) -> Bool {
        let facts = purchases[purchase].facts
        return (facts.expiresDate ?? 0) > now && facts.revocationDate == nil && !facts.isUpgraded
    }

    mutating func cancelPlanChange(_ place: Int) throws(StoreRefusal) -> StoreOutcome {
        let subscription = subscriptions[place]
        guard subscription.phase == .active else { throw .notActive }
        guard subscription.renewalProductID != subscription.productID else { throw .nothingToDo }
        subscriptions[place].renewalProductID = subscription.productID
        var outcome = StoreOutcome(
            .scheduled, "\(subscription.buyer) stays with \(subscription.productID)")
        outcome.transactions = [snapshot(at: last(place))]
        outcome.notifications = [notification("DID_CHANGE_RENEWAL_PREF", of: place)]
        return outcome
    }

    mutating func setAutoRenew(
        _ place: Int, _ isOn: Bool
    ) throws(StoreRefusal) -> StoreOutcome {
        switch subscriptions[place].phase {
        case .expired, .revoked: throw .notActive
        default: break
        }
        guard subscriptions[place].autoRenews != isOn else { throw .nothingToDo }
        subscriptions[place].autoRenews = isOn
        let subtype = isOn ? "AUTO_RENEW_ENABLED" : "AUTO_RENEW_DISABLED"
        return told(place, "switched auto-renew \(isOn ? "on" : "off")") {
            $0.notification("DID_CHANGE_RENEWAL_STATUS", subtype, of: place)
        }
    }

    mutating func raisePrice(
        _ place: Int, to price: Int64
    ) throws(StoreRefusal) -> StoreOutcome {
        guard subscriptions[place].phase == .active else { throw .notActive }
        guard price > subscriptions[place].price else { throw .nothingToDo }
        subscriptions[place].raisedPrice = price
        subscriptions[place].consentsToPrice = false
        return told(place, "is asked to consent to a higher price") {
            $0.notification("PRICE_INCREASE", "PENDING", of: place)
        }
    }

    mutating func acceptPrice(_ place: Int) throws(StoreRefusal) -> StoreOutcome {
        guard subscriptions[place].raisedPrice != nil, !subscriptions[place].consentsToPrice
        else { throw .nothingToDo }
        subscriptions[place].consentsToPrice = true
        return told(place, "consents to the higher price") {
            $0.notification("PRICE_INCREASE", "ACCEPTED", of: place)
        }
    }

    private mutating func told(
        _ place: Int, _ words: String, _ make: (inout Storefront) -> NotificationTemplate
    ) -> StoreOutcome {
        var outcome = StoreOutcome(.done, "\(subscriptions[place].buyer) \(words)")
        outcome.notifications = [make(&self)]
        return outcome
    }
}
