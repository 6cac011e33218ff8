package import Cryptography

/// Describes a transaction to be signed. Times are milliseconds since 1970; nil leaves a field out,
/// and ``extra`` adds or replaces any.
package struct TransactionTemplate: Sendable, Equatable {
    package var transactionID: String
    package var originalTransactionID: String
    package var webOrderLineItemID: String?
    package var bundleID: String
    package var productID: String
    package var subscriptionGroup: String?
    package var purchaseDate: Int64
    package var originalPurchaseDate: Int64?
    package var expiresDate: Int64?
    package var signedDate: Int64?
    package var revocationDate: Int64?
    /// Sent only with a date; 0 unless said.
    package var revocationReason: Int64?
    package var revocationType: String?
    /// 100 % is 100,000.
    package var revocationPercentage: Int64?
    package var quantity: Int64 = 1
    package var type: String
    package var appAccountToken: String?
    package var ownership = "PURCHASED"
    package var reason: String? = "PURCHASE"
    package var environment: String
    package var isUpgraded = false
    package var appTransactionID: String?
    package var storefront = "USA"
    package var storefrontID = "143441"
    /// Thousandths of ``currency``.
    package var price: Int64?
    package var currency: String?
    package var offerType: Int64?
    package var offerIdentifier: String?
    package var extra: [String: JSONValue] = [:]

    /// Describes a purchase, its original transaction itself and signed when it was bought unless
    /// told otherwise.
    package init(
        transactionID: String, originalTransactionID: String? = nil, bundleID: String,
        productID: String, type: String = "Non-Consumable", environment: String = "Sandbox",
        purchaseDate: Int64, expiresDate: Int64? = nil, signedDate: Int64? = nil,
        subscriptionGroup: String? = nil, appAccountToken: String? = nil,
        extra: [String: JSONValue] = [:]
    ) {
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID ?? transactionID
        self.bundleID = bundleID
        self.productID = productID
        self.type = type
        self.environment = environment
        self.purchaseDate = purchaseDate
        self.expiresDate = expiresDate
        self.signedDate = signedDate ?? purchaseDate
        self.subscriptionGroup = subscriptionGroup
        self.appAccountToken = appAccountToken
        self.extra = extra
    }

    package var payload: JSONValue {
        var members: [String: JSONValue] = [
            "transactionId": .string(transactionID),
            "originalTransactionId": .string(originalTransactionID),
            "bundleId": .string(bundleID), "productId": .string(productID),
            "purchaseDate": .integer(purchaseDate),
            "originalPurchaseDate": .integer(originalPurchaseDate ?? purchaseDate),
            "quantity": .integer(quantity), "type": .string(type),
            "inAppOwnershipType": .string(ownership), "environment": .string(environment),
            "storefront": .string(storefront), "storefrontId": .string(storefrontID),
        ]
        members["webOrderLineItemId"] = webOrderLineItemID.map(JSONValue.string)
        members["subscriptionGroupIdentifier"] = subscriptionGroup.map(JSONValue.string)
        members["expiresDate"] = expiresDate.map(JSONValue.integer)
        members["signedDate"] = signedDate.map(JSONValue.integer)
        addRevocation(to: &members)
        members["appAccountToken"] = appAccountToken.map(JSONValue.string)
        members["transactionReason"] = reason.map(JSONValue.string)
        members["appTransactionId"] = appTransactionID.map(JSONValue.string)
        members["price"] = price.map(JSONValue.integer)
        members["currency"] = currency.map(JSONValue.string)
        members["offerType"] = offerType.map(JSONValue.integer)
        members["offerIdentifier"] = offerIdentifier.map(JSONValue.string)
        // The store sends this one only when it is true.
        if isUpgraded { members["isUpgraded"] = true }
        for (name, value) in extra { members[name] = value }
        return .object(members)
    }

    private func addRevocation(to members: inout [String: JSONValue]) {
        guard let revocationDate else { return }
        members["revocationDate"] = .integer(revocationDate)
        members["revocationReason"] = .integer(revocationReason ?? 0)
        members["revocationType"] = revocationType.map(JSONValue.string)
        members["revocationPercentage"] = revocationPercentage.map(JSONValue.integer)
    }
}
