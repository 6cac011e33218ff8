/// Why a subscription ended.
package enum ExpirationIntent: Int64, Sendable, CaseIterable {
    case voluntary = 1
    case billing = 2
    case priceIncrease = 3
    case productNotForSale = 4
    case other = 5

    /// The subtype of EXPIRED.
    var subtype: String? {
        switch self {
        case .voluntary: "VOLUNTARY"
        case .billing: "BILLING_RETRY"
        case .priceIncrease: "PRICE_INCREASE"
        case .productNotForSale: "PRODUCT_NOT_FOR_SALE"
        case .other: nil
        }
    }
}
