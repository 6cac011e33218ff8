package import FoundationEssentials
package import InterlockAPI

/// Holds verified renewal info (Apple: JWSRenewalInfoDecodedPayload): what the store will do when
/// the period ends.
///
/// It names no app. It belongs to the subscription of its ``originalTransactionID``, or to the
/// verified notification that it came in.
package struct RenewalInfo: Sendable, Equatable {
    package let originalTransactionID: String?
    package let environment: StoreEnvironment
    package let productID: String?
    /// The product that the next period will be of.
    package let autoRenewProductID: String?
    /// Whether it renews by itself; nil where the store doesn't say.
    package let autoRenews: Bool?
    /// 1 the customer cancelled, 2 billing error, 3 no consent to a price rise, 4 product not for
    /// sale, 5 other.
    package let expirationIntent: Int64?
    package let isInBillingRetry: Bool?
    package let priceIncreaseStatus: Int64?
    /// Until then the subscription entitles, although the period has ended unpaid.
    package let gracePeriodExpiresDate: StoreDate?
    package let renewalDate: StoreDate?
    package let recentSubscriptionStartDate: StoreDate?
    package let signedDate: StoreDate?
    /// The account's token where the app passed one; nil also where the text is no UUID.
    package let appAccountToken: UUID?
    package let appAccountTokenText: String?
    package let appTransactionID: String?
    /// The whole payload as it was signed, valid JSON.
    package let rawPayload: String

    init(
        _ fields: PayloadFields, environment: StoreEnvironment, rawPayload: String
    ) throws(VerificationError) {
        self.environment = environment
        self.rawPayload = rawPayload
        originalTransactionID = try fields.text("originalTransactionId")
        productID = try fields.text("productId")
        autoRenewProductID = try fields.text("autoRenewProductId")
        autoRenews = try fields.integer("autoRenewStatus").map { $0 == 1 }
        expirationIntent = try fields.integer("expirationIntent")
        isInBillingRetry = try fields.bool("isInBillingRetryPeriod")
        priceIncreaseStatus = try fields.integer("priceIncreaseStatus")
        gracePeriodExpiresDate = try fields.date("gracePeriodExpiresDate")
        renewalDate = try fields.date("renewalDate")
        recentSubscriptionStartDate = try fields.date("recentSubscriptionStartDate")
        signedDate = try fields.date("signedDate")
        appAccountTokenText = try fields.text("appAccountToken")
        appAccountToken = appAccountTokenText.flatMap(UUID.init(uuidString:))
        appTransactionID = try fields.text("appTransactionId")
    }
}
