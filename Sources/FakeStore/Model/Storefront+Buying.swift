internal import InterlockAPI
internal import StoreSigner

// Purchases, and what leads to them.
extension Storefront {
    mutating func buy(_ order: StoreOrder) throws(StoreRefusal) -> StoreOutcome {
        let product = try product(order.productID)
        try check(order, product)
        meet(order.buyer)
        if product.kind == .autoRenewable { return try subscribe(order, product) }
        if product.kind == .nonConsumable, let owned = owned(product, by: order.buyer) {
            return delivered(owned, "\(order.buyer) has \(product.id) already")
        }
        return charge(order, product, offerID: nil)
    }

    func check(_ order: StoreOrder, _ product: StoreProduct) throws(StoreRefusal) {
        let isCounted = product.kind == .consumable || product.kind == .nonRenewing
        guard (1...(isCounted ? 10 : 1)).contains(order.quantity) else { throw .badQuantity }
    }

    private func owned(_ product: StoreProduct, by buyer: String) -> Int? {
        buyers[buyer]?.purchases.first { place in
            let purchase = purchases[place]
            return purchase.facts.productID == product.id && !purchase.isRevoked
                && purchase.sharedFrom == nil
        }
    }

    /// Sells something that is bought once.
    private mutating func charge(
        _ order: StoreOrder, _ product: StoreProduct, offerID: String?
    ) -> StoreOutcome {
        let place = record(
            product,
            StoreSale(
                buyer: order.buyer, purchaseDate: now, quantity: order.quantity,
                appAccountToken: order.appAccountToken, offerID: offerID, price: product.price))
        var outcome = StoreOutcome(.purchased, "\(order.buyer) bought \(product.id)")
        outcome.transactions = [snapshot(at: place)]
        outcome.notifications = [notification("ONE_TIME_CHARGE", about: place)]
        return outcome
    }

    func delivered(_ place: Int, _ words: String) -> StoreOutcome {
        var outcome = StoreOutcome(.alreadyOwned, words)
        outcome.transactions = [snapshot(at: place)]
        return outcome
    }

    /// Buys a subscription: a new one, again, the other plan, or none because it is there.
    private mutating func subscribe(
        _ order: StoreOrder, _ product: StoreProduct
    ) throws(StoreRefusal) -> StoreOutcome {
        guard let known = subscription(of: order.buyer, in: product.groupID) else {
            return begin(order, product, offerID: nil)
        }
        let isSame = subscriptions[known].productID == product.id
        switch subscriptions[known].phase {
        case .active where !isSame:
            return try changePlan(known, to: product, token: order.appAccountToken)
        case .active:
            if subscriptions[known].renewalProductID != product.id {
                return try cancelPlanChange(known)
            }
            return delivered(last(known), "\(order.buyer) is subscribed to \(product.id) already")
        case .grace where isSame, .retry where isSame: return try recover(known)
        default:
            return begin(
                again: known, product, token: order.appAccountToken, offerID: nil)
        }
    }

    /// Begins a buyer's first subscription of a group.
    private mutating func begin(
        _ order: StoreOrder, _ product: StoreProduct, offerID: String?
    ) -> StoreOutcome {
        let place = subscriptions.count
        subscriptions.append(
            StoreSubscription(
                originalTransactionID: nextID(), buyer: order.buyer, group: product.groupID,
                productID: product.id, renewalProductID: product.id,
                appAccountToken: order.appAccountToken, price: product.price, recentStart: now))
        buyers[order.buyer]?.subscriptions.append(place)
        period(of: place, product, token: order.appAccountToken, offerID: offerID)
        var outcome = StoreOutcome(.purchased, "\(order.buyer) subscribed to \(product.id)")
        outcome.transactions = [snapshot(at: last(place))]
        outcome.notifications = [notification("SUBSCRIBED", "INITIAL_BUY", of: place)]
        return outcome
    }

    /// Begins an ended subscription anew: the original transaction stays.
    mutating func begin(
        again place: Int, _ product: StoreProduct, token: String?, offerID: String?
    ) -> StoreOutcome {
        restart(place, product, token: token)
        subscriptions[place].recentStart = now
        period(of: place, product, token: token, offerID: offerID)
        var outcome = StoreOutcome(
            .purchased, "\(subscriptions[place].buyer) subscribed to \(product.id) again")
        outcome.transactions = [snapshot(at: last(place))]
        outcome.notifications = [notification("SUBSCRIBED", "RESUBSCRIBE", of: place)]
        followNewPeriod(place, "SUBSCRIBED", "RESUBSCRIBE", &outcome)
        return outcome
    }

    /// Makes a subscription one of that product, active and renewing.
    mutating func restart(_ place: Int, _ product: StoreProduct, token: String?) {
        subscriptions[place].phase = .active
        subscriptions[place].productID = product.id
        subscriptions[place].renewalProductID = product.id
        subscriptions[place].autoRenews = true
        subscriptions[place].isPayable = true
        subscriptions[place].appAccountToken = token
        subscriptions[place].price = product.price
        subscriptions[place].raisedPrice = nil
        subscriptions[place].consentsToPrice = false
        subscriptions[place].offerID = nil
    }

    /// Records a period that a customer bought, from now on.
    private mutating func period(
        of place: Int, _ product: StoreProduct, token: String?, offerID: String?
    ) {
        _ = record(
            product,
            StoreSale(
                buyer: subscriptions[place].buyer, subscription: place, purchaseDate: now,
                length: rules.length(of: product.period), appAccountToken: token,
                offerID: offerID, price: product.price))
    }
}

// Outside of the app.
extension Storefront {
    mutating func redeem(
        _ offerID: String, _ productID: String, for buyer: String
    ) throws(StoreRefusal) -> StoreOutcome {
        let product = try product(productID)
        meet(buyer)
        let order = StoreOrder(buyer: buyer, productID: productID)
        guard product.kind == .autoRenewable else {
            if product.kind == .nonConsumable, owned(product, by: buyer) != nil {
                throw .nothingToDo
            }
            return charge(order, product, offerID: offerID)
        }
        guard let known = subscription(of: buyer, in: product.groupID) else {
            return begin(order, product, offerID: offerID)
        }
        guard subscriptions[known].phase == .active else {
            return begin(again: known, product, token: nil, offerID: offerID)
        }
        if subscriptions[known].productID != product.id {
            return try changePlan(known, to: product, token: nil, offerID: offerID)
        }
        subscriptions[known].offerID = offerID
        var outcome = StoreOutcome(.done, "\(buyer) redeemed \(offerID) for the next renewal")
        outcome.notifications = [notification("OFFER_REDEEMED", of: known)]
        return outcome
    }

    mutating func resubscribe(
        _ id: String, _ productID: String?
    ) throws(StoreRefusal) -> StoreOutcome {
        let place = try root(id)
        let product = try product(productID ?? subscriptions[place].productID)
        guard product.groupID == subscriptions[place].group else { throw .otherGroup }
        switch subscriptions[place].phase {
        case .expired, .revoked: break
        default: throw .stillActive
        }
        return begin(
            again: place, product, token: subscriptions[place].appAccountToken, offerID: nil)
    }
}

extension Storefront {
    /// Sets the token of a purchase, and of a subscription's later renewals.
    mutating func setToken(
        _ token: String, of id: String
    ) throws(StoreRefusal) -> StoreOutcome {
        let place = try place(id)
        if purchases[place].sharedFrom != nil { throw .familyShared }
        if let subscription = purchases[place].subscription {
            subscriptions[subscription].appAccountToken = token
            for period in subscriptions[subscription].periods
            where period == last(subscription) || isRunning(period) {
                change(period) { $0.appAccountToken = token }
            }
        } else {
            change(place) { $0.appAccountToken = token }
        }
        return StoreOutcome(.done, "\(id) now carries the token \(token)")
    }
}
