extension StoreTransaction {
    /// What sort of product was bought.
    package struct ProductType: StoreCode {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")
        package static let nonConsumable = ProductType(rawValue: "Non-Consumable")
        package static let consumable = ProductType(rawValue: "Consumable")
        package static let nonRenewing = ProductType(rawValue: "Non-Renewing Subscription")
    }

    /// Whether the account bought it itself.
    package struct Ownership: StoreCode {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let purchased = Ownership(rawValue: "PURCHASED")
        package static let familyShared = Ownership(rawValue: "FAMILY_SHARED")
    }

    /// Whether a person bought, or the store renewed.
    package struct Reason: StoreCode {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let purchase = Reason(rawValue: "PURCHASE")
        package static let renewal = Reason(rawValue: "RENEWAL")
    }

    /// How it was taken back.
    package struct RevocationType: StoreCode {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let refundFull = RevocationType(rawValue: "REFUND_FULL")
        package static let refundProrated = RevocationType(rawValue: "REFUND_PRORATED")
        package static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")
    }
}
