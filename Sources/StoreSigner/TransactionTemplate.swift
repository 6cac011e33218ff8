package import Cryptography

/// Describes a transaction to be signed. Times are milliseconds since 1970; nil leaves a field out,
/// and ``extra`` adds or replaces any.
package struct TransactionTemplate: Sendable {
    package var transactionID: String
    package var originalTransactionID: String
    package var bundleID: String
    package var productID: String
    package var subscriptionGroup: String?
    package var purchaseDate: Int64
    package var originalPurchaseDate: Int64?
    package var expiresDate: Int64?
    package var signedDate: Int64?
    package var revocationDate: Int64?
    package var type: String
    package var appAccountToken: String?
    package var ownership = "PURCHASED"
    package var reason: String? = "PURCHASE"
    package var environment: String
    package var isUpgraded = false
    package var appTransactionID: String?
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
            "quantity": 1, "type": .string(type), "inAppOwnershipType": .string(ownership),
            "environment": .string(environment), "storefront": "USA", "storefrontId": "143441",
        ]
        members["subscriptionGroupIdentifier"] = subscriptionGroup.map(JSONValue.string)
        members["expiresDate"] = expiresDate.map(JSONValue.integer)
        members["signedDate"] = signedDate.map(JSONValue.integer)
        members["revocationDate"] = revocationDate.map(JSONValue.integer)
        if revocationDate != nil { members["revocationReason"] = 0 }
        members["appAccountToken"] = appAccountToken.map(JSONValue.string)
        members["transactionReason"] = reason.map(JSONValue.string)
        members["appTransactionId"] = appTransactionID.map(JSONValue.string)
        // The store sends this one only when it is true.
        if isUpgraded { members["isUpgraded"] = true }
        for (name, value) in extra { members[name] = value }
        return .object(members)
    }
}
