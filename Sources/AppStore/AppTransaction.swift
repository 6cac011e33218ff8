package import InterlockAPI

/// Holds a verified app transaction: which store account got the app itself, on this device.
package struct AppTransaction: Sendable, Equatable {
    package let bundleID: String
    package let appAppleID: Int64?
    package let environment: StoreEnvironment
    /// Names the store account in this app: the same on all its devices, another one for each
    /// member of a family.
    package let appTransactionID: String?
    package let applicationVersion: String?
    package let originalApplicationVersion: String?
    package let receiptCreationDate: StoreDate?
    package let originalPurchaseDate: StoreDate?
    package let originalPlatform: String?
    /// The whole payload as it was signed, valid JSON.
    package let rawPayload: String

    init(
        _ fields: PayloadFields, bundleID: String, environment: StoreEnvironment, rawPayload: String
    ) throws(VerificationError) {
        self.bundleID = bundleID
        self.environment = environment
        self.rawPayload = rawPayload
        appAppleID = try fields.integer("appAppleId")
        appTransactionID = try fields.text("appTransactionId")
        applicationVersion = try fields.text("applicationVersion")
        originalApplicationVersion = try fields.text("originalApplicationVersion")
        receiptCreationDate = try fields.date("receiptCreationDate")
        originalPurchaseDate = try fields.date("originalPurchaseDate")
        originalPlatform = try fields.text("originalPlatform")
    }
}
