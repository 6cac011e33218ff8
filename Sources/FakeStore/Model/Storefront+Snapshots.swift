internal import InterlockAPI
package import StoreSigner

// What the store would sign now.
extension Storefront {
    /// Gives a transaction as it now is, newly dated: what a device receives, however often it asks.
    package func snapshot(_ transactionID: String) throws(StoreRefusal) -> TransactionTemplate {
        snapshot(at: try place(transactionID))
    }

    func snapshot(at place: Int) -> TransactionTemplate {
        var facts = purchases[place].facts
        facts.signedDate = now
        return facts
    }

    /// Gives what a subscription does next; nil of a transaction that is of none.
    package func renewalInfo(
        _ transactionID: String
    ) throws(StoreRefusal) -> RenewalInfoTemplate? {
        purchases[try place(transactionID)].subscription.map { renewalInfo(of: $0) }
    }

    func renewalInfo(of place: Int) -> RenewalInfoTemplate {
        let subscription = subscriptions[place]
        var info = RenewalInfoTemplate(
            originalTransactionID: subscription.originalTransactionID,
            productID: subscription.productID, autoRenewProductID: subscription.renewalProductID,
            autoRenews: subscription.autoRenews, environment: app.environment, signedDate: now)
        info.isInBillingRetry = false
        switch subscription.phase {
        case .active, .revoked: break
        case .grace(let until):
            info.isInBillingRetry = true
            info.expirationIntent = ExpirationIntent.billing.rawValue
            info.gracePeriodExpiresDate = until
        case .retry:
            info.isInBillingRetry = true
            info.expirationIntent = ExpirationIntent.billing.rawValue
        case .expired(let intent): info.expirationIntent = intent.rawValue
        }
        if subscription.autoRenews {
            info.renewalDate = expiry(place)
            info.renewalPrice = subscription.raisedPrice ?? subscription.price
            info.currency = rules.currency
        }
        if subscription.raisedPrice != nil {
            info.priceIncreaseStatus = subscription.consentsToPrice ? 1 : 0
        }
        if let offerID = subscription.offerID {
            info.offerType = 3
            info.offerIdentifier = offerID
        }
        info.recentSubscriptionStartDate = subscription.recentStart
        info.appAccountToken = subscription.appAccountToken
        info.appTransactionID = buyers[subscription.buyer]?.appTransactionID
        return info
    }

    /// Gives the status of a subscription in the store's numbers: 1 active, 2 expired, 3 billing
    /// retry, 4 grace period, 5 revoked.
    func status(of place: Int) -> Int64 {
        if purchases[last(place)].isRevoked { return 5 }
        return switch subscriptions[place].phase {
        case .active: 1
        case .expired: 2
        case .retry: 3
        case .grace: 4
        case .revoked: 5
        }
    }

    /// Gives a buyer's app transaction.
    package func appTransaction(
        of buyer: String
    ) throws(StoreRefusal) -> AppTransactionTemplate {
        guard let known = buyers[buyer] else { throw .unknownBuyer(buyer) }
        return AppTransactionTemplate(
            bundleID: app.bundleID, appAppleID: app.appAppleID, environment: app.environment,
            appTransactionID: known.appTransactionID, receiptCreationDate: now)
    }

    /// Gives all of a buyer's transactions, newly dated, oldest first.
    package func snapshots(of buyer: String) -> [TransactionTemplate] {
        (buyers[buyer]?.purchases ?? []).map { snapshot(at: $0) }
    }

    /// Gives what a buyer may use at the clock's time, once the clock has done what was due.
    ///
    /// Consumables are never among it; of a non-renewing subscription the app decides the end, here its
    /// product's period after the purchase.
    package func entitlements(of buyer: String) -> [StoreEntitlement] {
        (buyers[buyer]?.purchases ?? []).compactMap { entitlement(of: purchases[$0]) }
    }

    private func entitlement(of purchase: StorePurchase) -> StoreEntitlement? {
        let facts = purchase.facts
        guard !purchase.isRevoked, !facts.isUpgraded, facts.purchaseDate <= now else { return nil }
        var until: Int64?
        var isGrace = false
        if let place = purchase.subscription {
            until = facts.expiresDate
            if case .grace(let end) = subscriptions[place].phase,
                purchases[last(place)].facts.transactionID == facts.transactionID
            {
                until = end
                isGrace = true
            }
        } else {
            switch products[facts.productID]?.kind {
            case .nonConsumable: break
            case .nonRenewing:
                until = products[facts.productID]?.period.map {
                    facts.purchaseDate + rules.length(of: $0)
                }
            default: return nil
            }
        }
        if let until, until <= now { return nil }
        return StoreEntitlement(
            productID: facts.productID, transactionID: facts.transactionID,
            originalTransactionID: facts.originalTransactionID, until: until, isGrace: isGrace,
            isFamilyShared: purchase.sharedFrom != nil)
    }
}
