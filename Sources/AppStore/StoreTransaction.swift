package import FoundationEssentials
package import InterlockAPI

/// Holds a verified transaction (Apple: JWSTransactionDecodedPayload).
///
/// Every field may be absent, as in the store's own library; ``record`` has those without which
/// nothing can be recorded. Fields that nothing here reads are in ``rawPayload``.
package struct StoreTransaction: Sendable, Equatable {
    package let transactionID: String?
    package let originalTransactionID: String?
    package let webOrderLineItemID: String?
    package let bundleID: String
    package let environment: StoreEnvironment
    package let productID: String?
    package let subscriptionGroup: String?
    package let purchaseDate: StoreDate?
    package let originalPurchaseDate: StoreDate?
    /// The end of the paid period, of subscriptions only.
    package let expiresDate: StoreDate?
    package let signedDate: StoreDate?
    /// Present as long as the transaction is taken back; gone again when that is reversed.
    package let revocationDate: StoreDate?
    package let revocationReason: Int64?
    package let revocationType: RevocationType?
    /// Hundredths of thousandths: 100 % is 100000.
    package let revocationPercentage: Int64?
    package let quantity: Int64?
    package let type: ProductType?
    /// The account's token where the app passed one; nil also where the text is no UUID.
    package let appAccountToken: UUID?
    /// The token as it was sent, so that a malformed one can be told from none.
    package let appAccountTokenText: String?
    package let ownership: Ownership?
    package let reason: Reason?
    /// A higher product has replaced this one, which entitles to nothing any more.
    package let isUpgraded: Bool
    package let offerType: Int64?
    package let offerIdentifier: String?
    package let storefront: String?
    /// Thousandths of ``currency``.
    package let price: Int64?
    package let currency: String?
    /// Names the store account in this app, on all its devices.
    package let appTransactionID: String?
    /// The whole payload as it was signed, valid JSON.
    package let rawPayload: String

    /// What a ledger entry needs, all of it.
    package struct Record: Sendable, Equatable {
        package let transactionID: String
        package let originalTransactionID: String
        package let productID: String
        package let purchaseDate: StoreDate
        package let signedDate: StoreDate
        package let type: ProductType
    }

    /// Returns what a ledger entry needs, or nil where a part of it is missing or empty.
    package var record: Record? {
        guard let transactionID, !transactionID.isEmpty, let originalTransactionID,
            !originalTransactionID.isEmpty, let productID, !productID.isEmpty, let purchaseDate,
            let signedDate, let type
        else { return nil }
        return Record(
            transactionID: transactionID, originalTransactionID: originalTransactionID,
            productID: productID, purchaseDate: purchaseDate, signedDate: signedDate, type: type)
    }

    init(
        _ fields: PayloadFields, bundleID: String, environment: StoreEnvironment, rawPayload: String
    ) throws(VerificationError) {
        self.bundleID = bundleID
        self.environment = environment
        self.rawPayload = rawPayload
        transactionID = try fields.text("transactionId")
        originalTransactionID = try fields.text("originalTransactionId")
        webOrderLineItemID = try fields.text("webOrderLineItemId")
        productID = try fields.text("productId")
        subscriptionGroup = try fields.text("subscriptionGroupIdentifier")
        purchaseDate = try fields.date("purchaseDate")
        originalPurchaseDate = try fields.date("originalPurchaseDate")
        expiresDate = try fields.date("expiresDate")
        signedDate = try fields.date("signedDate")
        revocationDate = try fields.date("revocationDate")
        revocationReason = try fields.integer("revocationReason")
        revocationType = try fields.code("revocationType")
        revocationPercentage = try fields.integer("revocationPercentage")
        quantity = try fields.integer("quantity")
        type = try fields.code("type")
        appAccountTokenText = try fields.text("appAccountToken")
        appAccountToken = appAccountTokenText.flatMap(UUID.init(uuidString:))
        ownership = try fields.code("inAppOwnershipType")
        reason = try fields.code("transactionReason")
        isUpgraded = try fields.bool("isUpgraded") ?? false
        offerType = try fields.integer("offerType")
        offerIdentifier = try fields.text("offerIdentifier")
        storefront = try fields.text("storefront")
        price = try fields.integer("price")
        currency = try fields.text("currency")
        appTransactionID = try fields.text("appTransactionId")
    }
}
