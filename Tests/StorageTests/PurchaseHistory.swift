import Cryptography
import FakeStore
import FoundationEssentials
import InterlockAPI
import StoreSigner
import TestSupport

/// What a few customers did at the store, and everything that the store tells of it: the same seed and
/// number, the same history, but for the date at which it ends.
struct PurchaseHistory: Sendable {
    /// Something that reaches the service.
    struct Delivery: Sendable {
        enum Content: Sendable {
            case transaction(TransactionTemplate, RenewalInfoTemplate?)
            case notification(NotificationTemplate)
        }

        let content: Content
        /// device, store (an answer of its server) or notification.
        let source: String
        /// Whose device uploads it.
        var uploader: String?
    }

    /// Ids of histories never meet.
    private static let ids: (first: Int64, each: Int64) = (1_000_000_000_000, 1_000_000)
    private static let day: Int64 = 86_400_000
    /// Each history has a stream of numbers for its cast, for the order of its delivery, and for each
    /// try at it.
    private static let streams: (each: UInt64, cast: UInt64, order: UInt64, variants: UInt64) = (
        256, 255, 254, 200
    )

    let cast: HistoryCast
    /// What happened, for people.
    private(set) var deeds: [String] = []
    /// In the order in which the store told it.
    private(set) var deliveries: [Delivery] = []
    private(set) var store: Storefront
    var random: SeededGenerator
    private let end: Int64

    /// Plays a history that ended an hour before `now`. No date in it lies within the hours around `now`,
    /// so that the clock changes nothing while it is delivered.
    init(_ number: Int, of seed: Seed, products: [StoreProduct], now: Int64) {
        var variant: UInt64 = 0
        repeat {
            self.init(
                Self.cast(number, of: seed), Self.generator(number, of: seed, variant), products,
                now)
            play()
            variant += 1
        } while variant < Self.streams.variants
            && touches(now - Self.day / 24...now + Self.day / 8)
    }

    private init(
        _ cast: HistoryCast, _ generator: SeededGenerator, _ products: [StoreProduct], _ now: Int64
    ) {
        self.cast = cast
        random = generator
        end = now - Self.day / 24
        var rules = StoreRules()
        rules.transactionIDBase = Self.ids.first + Int64(cast.number) * Self.ids.each
        if Int.random(in: 0..<3, using: &random) == 0 { rules.gracePeriod = nil }
        let length = Int64([2, 20, 60, 150].randomElement(using: &random) ?? 20)
        store = Storefront(
            app: StoreApp(bundleID: StorageFixture.bundleID), products: products, rules: rules,
            seed: random.next(), now: end - length * Self.day)
    }

    /// The number of the history that a transaction's id is of.
    static func number(ofTransaction id: Int64) -> Int { Int((id - ids.first) / ids.each) }

    /// The cast of a history that is not played yet.
    static func cast(_ number: Int, of seed: Seed) -> HistoryCast {
        var random = generator(number, of: seed, streams.cast)
        return HistoryCast(number, using: &random)
    }

    /// What the order of its delivery is drawn from.
    static func order(_ number: Int, of seed: Seed) -> SeededGenerator {
        generator(number, of: seed, streams.order)
    }

    private static func generator(
        _ number: Int, of seed: Seed, _ stream: UInt64
    ) -> SeededGenerator {
        seed.generator(stream: UInt64(number) * streams.each + stream)
    }

    mutating func chance(_ one: Int, in many: Int) -> Bool {
        Int.random(in: 0..<many, using: &random) < one
    }
}

extension PurchaseHistory {
    /// From 3 to 12 acts, more often few.
    private mutating func play() {
        let (one, other) = (
            Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random)
        )
        let wanted = 3 + one * other / 9
        let pause = (end - store.now) / Int64(wanted)
        var acts = 0
        for _ in 0..<(8 * wanted) where acts < wanted {
            guard store.now < end - 1_000, deliveries.count < 12 else { break }
            guard let act = act(), let outcome = try? store.perform(act) else { continue }
            acts += 1
            take(outcome)
            askTheStore()
            let time = min(end, store.now + Int64.random(in: 1...pause * 2, using: &random))
            for outcome in store.advance(to: time, atMost: 4) { take(outcome) }
        }
        uploadAsStranger()
    }

    private mutating func take(_ outcome: StoreOutcome) {
        deeds.append(Timestamp(milliseconds: store.now).description + " " + outcome.words)
        for var notification in outcome.notifications {
            notification.transaction = notification.transaction.map(told)
            deliveries.append(
                Delivery(content: .notification(notification), source: "notification"))
        }
        for transaction in outcome.transactions where chance(1, in: 2) { upload(transaction) }
    }

    /// Of a family member's transactions some bear the purchaser's token: nobody says that none does.
    private func told(_ transaction: TransactionTemplate) -> TransactionTemplate {
        guard transaction.ownership == "FAMILY_SHARED", transaction.transactionID.hasSuffix("3")
        else { return transaction }
        var transaction = transaction
        transaction.appAccountToken = cast.customers[0].tokens[0].uuidString
        return transaction
    }

    /// The device of its buyer brings a transaction, as it got it from the store or signed for itself.
    private mutating func upload(_ transaction: TransactionTemplate) {
        var transaction = told(transaction)
        if chance(1, in: 3) { transaction.extra["deviceVerification"] = "c2VlbiBieSBhIGRldmljZQ" }
        let id = transaction.transactionID
        let buyer = store.purchases.first { $0.facts.transactionID == id }?.buyer
        deliveries.append(
            Delivery(content: .transaction(transaction, nil), source: "device", uploader: buyer))
    }

    /// Now and then the service asks the store, or a device asks for what it has bought: the same
    /// transactions, as they now are and newly signed.
    private mutating func askTheStore() {
        guard chance(1, in: 5), let id = store.purchases.randomElement(using: &random)?.facts,
            let now = try? store.snapshot(id.transactionID)
        else { return }
        if chance(1, in: 2) { return upload(now) }
        let renewal = try? store.renewalInfo(id.transactionID)
        deliveries.append(Delivery(content: .transaction(told(now), renewal), source: "store"))
    }

    /// Another account brings a purchase of which every message bears its account's token.
    private mutating func uploadAsStranger() {
        guard chance(1, in: 8) else { return }
        let all = deliveries.compactMap(\.transaction)
        let open = Set(
            all.filter { $0.appAccountToken == nil || $0.ownership == "FAMILY_SHARED" }
                .map(\.originalTransactionID))
        guard let seen = all.first(where: { !open.contains($0.originalTransactionID) })
        else { return }
        let name = "h\(cast.number)-stranger"
        deliveries.append(
            Delivery(content: .transaction(seen, nil), source: "device", uploader: name))
    }

    /// Whether the clock of the delivery would count: what is paid begins when it is known, where its
    /// date lies later.
    private func touches(_ span: ClosedRange<Int64>) -> Bool {
        deliveries.contains { delivery in
            delivery.dates.contains(where: span.contains)
                || delivery.transaction.map {
                    $0.reason == "PURCHASE" && $0.purchaseDate >= span.lowerBound
                } ?? false
        }
    }
}

extension PurchaseHistory.Delivery {
    var transaction: TransactionTemplate? {
        switch content {
        case .transaction(let transaction, _): transaction
        case .notification(let notification): notification.transaction
        }
    }

    /// Every date at which a clock might change something.
    var dates: [Int64] {
        let renewal: RenewalInfoTemplate? =
            switch content {
            case .transaction(_, let renewal): renewal
            case .notification(let notification): notification.renewalInfo
            }
        var dates = [transaction?.purchaseDate, renewal?.gracePeriodExpiresDate]
        if let end = transaction?.expiresDate { dates += [end, end + 60 * 86_400_000] }
        if let transaction, transaction.type == "Non-Renewing Subscription" {
            dates.append(transaction.purchaseDate + HistoryStage.seasonDays * 86_400_000)
        }
        return dates.compactMap(\.self)
    }

    /// For people.
    var words: String {
        var words = source
        if case .notification(let notification) = content {
            words += " \(notification.kind) \(notification.subtype ?? "")"
        }
        if let transaction {
            let (id, original) = (transaction.transactionID, transaction.originalTransactionID)
            words +=
                " \(id) of \(original) \(transaction.productID)"
                + " signed \(transaction.signedDate ?? 0)"
        }
        return words + (uploader.map { " by \($0)" } ?? "")
    }
}
