internal import StoreSigner

/// The store of one app as a value: accounts, purchases, subscriptions, and the acts that change them.
///
/// Deterministic: the same seed, products, times and acts give the same outcomes. ``advance(to:)`` moves
/// the clock and does what is due; ``perform(_:)`` acts at the clock's time. Every act takes at least a
/// millisecond, so that two snapshots of one transaction that differ never have the same signed date.
///
/// Nothing is signed: outcomes hold StoreSigner's templates.
package struct Storefront: Sendable {
    package let app: StoreApp
    package let rules: StoreRules
    package let products: [String: StoreProduct]
    /// Milliseconds since 1970; never goes back.
    package internal(set) var now: Int64
    package internal(set) var buyers: [String: StoreBuyer] = [:]
    /// In the order of their making.
    package internal(set) var purchases: [StorePurchase] = []
    package internal(set) var subscriptions: [StoreSubscription] = []
    package internal(set) var requests: [PurchaseRequest] = []
    var places: [String: Int] = [:]
    var random: StoreRandom
    private var lastID: Int64

    package init(
        app: StoreApp, products: [StoreProduct], rules: StoreRules = StoreRules(), seed: UInt64,
        now: Int64
    ) {
        self.app = app
        self.rules = rules
        self.products = Dictionary(products.map { ($0.id, $0) }) { _, later in later }
        self.now = now
        random = StoreRandom(seed: seed)
        lastID = rules.transactionIDBase
    }

    /// Acts at the clock's time; what is due by the clock is ``advance(to:)``'s.
    package mutating func perform(_ act: StoreAct) throws(StoreRefusal) -> StoreOutcome {
        now += 1
        switch act {
        case .buy(let order): return try buy(order)
        case .ask(let order): return try ask(order)
        case .approve(let buyer, let product): return try approve(buyer, product)
        case .decline(let buyer, let product): return try end(buyer, product, "was declined")
        case .lapse(let buyer, let product): return try end(buyer, product, "lapsed")
        case .redeemOffer(let buyer, let product, let offer):
            return try redeem(offer, product, for: buyer)
        case .resubscribe(let id, let product): return try resubscribe(id, product)
        case .share(let id, let member): return try share(id, with: member)
        case .unshare(let id, let member): return try unshare(id, from: member)
        case .refund(let id, let percentage, let isAppIssue):
            return try refund(id, percentage, isAppIssue)
        case .reverseRefund(let id): return try reverseRefund(id)
        case .setToken(let id, let token): return try setToken(token, of: id)
        case .extendAll(let product, let days): return try extendAll(product, days)
        case .declineRefund, .requestConsumption, .rescindConsent, .remindOfExternalPurchase,
            .sendTest, .notify:
            return try tell(act)
        default: return try changeSubscription(act)
        }
    }

    /// The acts on one subscription that was bought.
    private mutating func changeSubscription(
        _ act: StoreAct
    ) throws(StoreRefusal) -> StoreOutcome {
        switch act {
        case .changePlan(let id, let product):
            return try changePlan(try root(id), to: try self.product(product), token: nil)
        case .cancelPlanChange(let id): return try cancelPlanChange(try root(id))
        case .setAutoRenew(let id, let isOn): return try setAutoRenew(try root(id), isOn)
        case .renew(let id): return try renewAhead(try root(id))
        case .failBilling(let id, let isNow): return try failBilling(try root(id), isNow: isNow)
        case .recover(let id): return try recover(try root(id))
        case .expire(let id, let intent): return try expireNow(try root(id), intent)
        case .raisePrice(let id, let price): return try raisePrice(try root(id), to: price)
        case .acceptPrice(let id): return try acceptPrice(try root(id))
        case .extendRenewal(let id, let days):
            return try extendRenewal(try root(id), days)
        default: throw .nothingToDo
        }
    }
}

// Ids and places.
extension Storefront {
    mutating func nextID() -> String {
        lastID += 1 + Int64(random.below(1_000))
        return String(lastID)
    }

    func product(_ id: String) throws(StoreRefusal) -> StoreProduct {
        guard let product = products[id] else { throw .unknownProduct(id) }
        return product
    }

    func place(_ transactionID: String) throws(StoreRefusal) -> Int {
        guard let place = places[transactionID] else { throw .unknownTransaction(transactionID) }
        return place
    }

    /// The subscription that a transaction is of, bought by its buyer.
    func root(_ transactionID: String) throws(StoreRefusal) -> Int {
        guard let place = purchases[try place(transactionID)].subscription else {
            throw .notSubscription
        }
        if subscriptions[place].sharing != nil { throw .familyShared }
        return place
    }

    /// Makes the buyer at first sight.
    mutating func meet(_ name: String) {
        if buyers[name] != nil { return }
        buyers[name] = StoreBuyer(name: name, appTransactionID: nextID(), since: now)
    }

    /// The subscription that a buyer has bought in a group, ended or not.
    func subscription(of buyer: String, in group: String) -> Int? {
        buyers[buyer]?.subscriptions.first {
            subscriptions[$0].group == group && subscriptions[$0].sharing == nil
        }
    }

    /// The place of a subscription's last transaction.
    func last(_ subscription: Int) -> Int {
        // A subscription is added together with its first period.
        subscriptions[subscription].periods[subscriptions[subscription].periods.count - 1]
    }

    func expiry(_ subscription: Int) -> Int64 {
        purchases[last(subscription)].facts.expiresDate ?? now
    }

    /// Changes a transaction, at the clock's time.
    mutating func change(_ place: Int, _ body: (inout TransactionTemplate) -> Void) {
        body(&purchases[place].facts)
        purchases[place].modified = now
        purchases[place].facts.signedDate = now
    }
}
