package import InterlockAPI

/// Describes something that a storefront sells.
package struct StoreProduct: Sendable, Equatable {
    package var id: String
    package var kind: ProductKind
    /// The subscription group; an auto-renewable without one is in a group of its own.
    package var group: String?
    /// The level in its group; 1 is the highest. Without one all are equal.
    package var level: Int64?
    /// How long a period is; of an auto-renewable a month where nothing is said.
    package var period: ISODuration?
    package var isFamilyShareable: Bool
    /// Thousandths of the currency.
    package var price: Int64

    package init(
        id: String, kind: ProductKind, group: String? = nil, level: Int64? = nil,
        period: ISODuration? = nil, isFamilyShareable: Bool = false, price: Int64 = 9_990
    ) {
        self.id = id
        self.kind = kind
        self.group = group
        self.level = level
        self.period = period
        self.isFamilyShareable = isFamilyShareable
        self.price = price
    }

    /// The group that it is sold in.
    var groupID: String { group ?? id }
}

extension StoreProduct {
    /// Takes the products of a catalog document; nil for a kind or duration that is no word of it.
    package static func list(of catalog: CatalogDocument) -> [StoreProduct]? {
        var products: [StoreProduct] = []
        for entry in catalog.products {
            guard let kind = ProductKind(rawValue: entry.kind) else { return nil }
            var product = StoreProduct(
                id: entry.productID, kind: kind, group: entry.subscriptionGroup,
                level: entry.level, isFamilyShareable: entry.familyShareable ?? false)
            if let text = entry.duration {
                guard let period = ISODuration(text), !period.isZero else { return nil }
                product.period = period
            }
            products.append(product)
        }
        return products
    }
}

extension ProductKind {
    /// The `type` of its transactions.
    var storeType: String {
        switch self {
        case .autoRenewable: "Auto-Renewable Subscription"
        case .nonRenewing: "Non-Renewing Subscription"
        case .nonConsumable: "Non-Consumable"
        case .consumable: "Consumable"
        }
    }

    /// The `productType` by which the history is filtered.
    var filterName: String {
        switch self {
        case .autoRenewable: "AUTO_RENEWABLE"
        case .nonRenewing: "NON_RENEWABLE"
        case .nonConsumable: "NON_CONSUMABLE"
        case .consumable: "CONSUMABLE"
        }
    }
}

extension StoreProduct {
    /// Reads `ID=KIND[,group=ID][,level=N][,period=P1M][,price=N][,family]`; nil for anything else.
    package init?(description text: String) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty else { return nil }
        let parts = halves[1].split(separator: ",", omittingEmptySubsequences: false)
        guard let kind = parts.first.flatMap({ ProductKind(rawValue: String($0)) }) else {
            return nil
        }
        self.init(id: String(halves[0]), kind: kind)
        for part in parts.dropFirst() {
            guard take(part) else { return nil }
        }
    }

    private mutating func take(_ part: Substring) -> Bool {
        if part == "family" {
            isFamilyShareable = true
            return true
        }
        let halves = part.split(separator: "=", maxSplits: 1).map(String.init)
        guard halves.count == 2 else { return false }
        switch halves[0] {
        case "group": group = halves[1]
        case "level":
            guard let number = Int64(halves[1]), number > 0 else { return false }
            level = number
        case "price":
            guard let number = Int64(halves[1]), (0...1_000_000_000).contains(number) else {
                return false
            }
            price = number
        case "period":
            guard let duration = ISODuration(halves[1]), !duration.isZero else { return false }
            period = duration
        default: return false
        }
        return true
    }
}
