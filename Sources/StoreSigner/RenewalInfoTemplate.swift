package import Cryptography

/// Describes renewal info to be signed. Times are milliseconds since 1970; nil leaves a field out,
/// and ``extra`` adds or replaces any.
package struct RenewalInfoTemplate: Sendable, Equatable {
    package var originalTransactionID: String
    package var productID: String
    package var autoRenewProductID: String
    package var autoRenews: Bool
    package var expirationIntent: Int64?
    package var isInBillingRetry: Bool?
    /// 0 while the customer has not answered, 1 once consented.
    package var priceIncreaseStatus: Int64?
    package var gracePeriodExpiresDate: Int64?
    package var renewalDate: Int64?
    package var recentSubscriptionStartDate: Int64?
    package var signedDate: Int64?
    package var environment: String
    package var appAccountToken: String?
    package var appTransactionID: String?
    /// Thousandths of ``currency``.
    package var renewalPrice: Int64?
    package var currency: String?
    package var offerType: Int64?
    package var offerIdentifier: String?
    package var extra: [String: JSONValue] = [:]

    package init(
        originalTransactionID: String, productID: String, autoRenewProductID: String? = nil,
        autoRenews: Bool = true, environment: String = "Sandbox", signedDate: Int64,
        extra: [String: JSONValue] = [:]
    ) {
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.autoRenewProductID = autoRenewProductID ?? productID
        self.autoRenews = autoRenews
        self.environment = environment
        self.signedDate = signedDate
        self.extra = extra
    }

    package var payload: JSONValue {
        var members: [String: JSONValue] = [
            "originalTransactionId": .string(originalTransactionID),
            "productId": .string(productID), "autoRenewProductId": .string(autoRenewProductID),
            "autoRenewStatus": autoRenews ? 1 : 0, "environment": .string(environment),
        ]
        members["expirationIntent"] = expirationIntent.map(JSONValue.integer)
        members["isInBillingRetryPeriod"] = isInBillingRetry.map(JSONValue.bool)
        members["gracePeriodExpiresDate"] = gracePeriodExpiresDate.map(JSONValue.integer)
        members["renewalDate"] = renewalDate.map(JSONValue.integer)
        members["signedDate"] = signedDate.map(JSONValue.integer)
        members["recentSubscriptionStartDate"] = recentSubscriptionStartDate.map(JSONValue.integer)
        members["priceIncreaseStatus"] = priceIncreaseStatus.map(JSONValue.integer)
        members["appAccountToken"] = appAccountToken.map(JSONValue.string)
        members["appTransactionId"] = appTransactionID.map(JSONValue.string)
        members["renewalPrice"] = renewalPrice.map(JSONValue.integer)
        members["currency"] = currency.map(JSONValue.string)
        members["offerType"] = offerType.map(JSONValue.integer)
        members["offerIdentifier"] = offerIdentifier.map(JSONValue.string)
        for (name, value) in extra { members[name] = value }
        return .object(members)
    }
}
