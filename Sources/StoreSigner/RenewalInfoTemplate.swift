package import Cryptography

/// Describes renewal info to be signed. Times are milliseconds since 1970; nil leaves a field out,
/// and ``extra`` adds or replaces any.
package struct RenewalInfoTemplate: Sendable {
    package var originalTransactionID: String
    package var productID: String
    package var autoRenewProductID: String
    package var autoRenews: Bool
    package var expirationIntent: Int64?
    package var isInBillingRetry: Bool?
    package var gracePeriodExpiresDate: Int64?
    package var renewalDate: Int64?
    package var signedDate: Int64?
    package var environment: String
    package var appAccountToken: String?
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
        members["appAccountToken"] = appAccountToken.map(JSONValue.string)
        for (name, value) in extra { members[name] = value }
        return .object(members)
    }
}
