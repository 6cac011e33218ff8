internal import InterlockAPI
internal import StoreSigner

/// Plays random customers on a storefront: the same seed, the same history.
///
/// For property tests: each ``step()`` is an act or a stretch of time, chosen so that most acts can
/// happen; those that can't are refused by the storefront and change nothing.
package struct StoreHistory: Sendable {
    package private(set) var store: Storefront
    private var random: StoreRandom
    private let buyers: [String]
    private let products: [StoreProduct]
    private let tokens: [String]

    /// A shop with one of everything: a group with three levels, one of them shared with the family.
    package static let sampleProducts = [
        StoreProduct(
            id: "basic_monthly", kind: .autoRenewable, group: "pro", level: 3,
            period: ISODuration("P1M")),
        StoreProduct(
            id: "pro_monthly", kind: .autoRenewable, group: "pro", level: 2,
            period: ISODuration("P1M")),
        StoreProduct(
            id: "pro_yearly", kind: .autoRenewable, group: "pro", level: 2,
            period: ISODuration("P1Y"), price: 99_990),
        StoreProduct(
            id: "family_monthly", kind: .autoRenewable, group: "pro", level: 1,
            period: ISODuration("P1M"), isFamilyShareable: true, price: 19_990),
        StoreProduct(
            id: "news_weekly", kind: .autoRenewable, group: "news", period: ISODuration("P1W")),
        StoreProduct(
            id: "lifetime", kind: .nonConsumable, isFamilyShareable: true, price: 199_990),
        StoreProduct(id: "season", kind: .nonRenewing, period: ISODuration("P3M")),
        StoreProduct(id: "coins", kind: .consumable, price: 990),
    ]

    /// - Parameter tokens: app account tokens that buyers use; now and then they use none.
    package init(
        app: StoreApp, products: [StoreProduct] = sampleProducts, rules: StoreRules = StoreRules(),
        buyers: [String] = ["anna", "ben", "carla"], tokens: [String] = [], seed: UInt64, now: Int64
    ) {
        store = Storefront(app: app, products: products, rules: rules, seed: seed, now: now)
        random = StoreRandom(seed: seed ^ 0x5EED)
        self.buyers = buyers
        self.products = products
        self.tokens = tokens
    }

    /// Does one thing; gives what came of it, nothing for a refused act.
    package mutating func step() -> [StoreOutcome] {
        if random.once(in: 3) { return store.advance(to: store.now + stretch()) }
        let outcomes = store.advance(to: store.now + 1)
        guard let act = act(), let outcome = try? store.perform(act) else { return outcomes }
        return outcomes + [outcome]
    }

    /// From a second to a few months.
    private mutating func stretch() -> Int64 {
        let longest = [60, 3_600, 86_400, 10 * 86_400, 90 * 86_400][random.below(5)]
        return Int64(1 + random.below(longest)) * 1_000
    }

    private mutating func act() -> StoreAct? {
        guard let buyer = pick(buyers), let product = pick(products)?.id else { return nil }
        if store.purchases.isEmpty || random.once(in: 3) { return purchase(buyer, product) }
        guard let id = pick(store.purchases)?.facts.transactionID else { return nil }
        switch random.below(20) {
        case 0: return .renew(transactionID: id)
        case 1: return .failBilling(transactionID: id, isNow: random.once(in: 2))
        case 2: return .recover(transactionID: id)
        case 3: return .expire(transactionID: id, pick(ExpirationIntent.allCases) ?? .other)
        case 4, 5: return .setAutoRenew(transactionID: id, isOn: random.once(in: 2))
        case 6, 7: return .changePlan(transactionID: id, productID: product)
        case 8: return .cancelPlanChange(transactionID: id)
        case 9: return .resubscribe(transactionID: id, productID: nil)
        case 10: return .raisePrice(transactionID: id, price: Int64(random.below(50_000)))
        case 11: return .acceptPrice(transactionID: id)
        case 12: return .extendRenewal(transactionID: id, days: Int64(1 + random.below(30)))
        case 13, 14:
            let part = random.once(in: 2) ? Int64(1 + random.below(100_000)) : nil
            return .refund(transactionID: id, percentage: part, isAppIssue: random.once(in: 2))
        case 15: return .reverseRefund(transactionID: refunded() ?? id)
        case 16, 17: return .share(transactionID: id, member: buyer)
        case 18: return .unshare(transactionID: id, member: buyer)
        default: return rare(buyer, product, id)
        }
    }

    private mutating func purchase(_ buyer: String, _ product: String) -> StoreAct {
        let kind = store.products[product]?.kind
        let quantity = kind == .consumable ? Int64(1 + random.below(3)) : 1
        let token = random.once(in: 5) ? nil : pick(tokens)
        let order = StoreOrder(
            buyer: buyer, productID: product, quantity: quantity, appAccountToken: token)
        if let waiting = pick(store.requests)?.order, random.once(in: 2) {
            return random.once(in: 3)
                ? .decline(buyer: waiting.buyer, productID: waiting.productID)
                : .approve(buyer: waiting.buyer, productID: waiting.productID)
        }
        return random.once(in: 4) ? .ask(order) : .buy(order)
    }

    private mutating func rare(_ buyer: String, _ product: String, _ id: String) -> StoreAct {
        switch random.below(7) {
        case 0: .redeemOffer(buyer: buyer, productID: product, offerID: "SPRING")
        case 1: .rescindConsent(buyer: buyer)
        case 2: .extendAll(productID: product, days: 7)
        case 3: .requestConsumption(transactionID: id, reason: "UNINTENDED_PURCHASE")
        case 4: .declineRefund(transactionID: id)
        case 5: .notify(kind: "METADATA_UPDATE", subtype: nil, transactionID: id)
        default: .lapse(buyer: buyer, productID: product)
        }
    }

    private mutating func refunded() -> String? {
        pick(store.purchases.filter { $0.isRevoked && $0.sharedFrom == nil })?.facts.transactionID
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[random.below(elements.count)]
    }
}
