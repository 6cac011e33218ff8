import Glibc
import InterlockAPI
import StoreSigner

/// The app that `bench wakes` needs: a store of its own signs for it, and its deadlines are short.
struct WakeStage: Sendable {
    static let bundleID = "com.example.bench.wakes"
    static let oneTime = "lifetime"
    static let subscription = "pro_monthly"
    /// Long enough for a poll to park, short enough to wait for.
    static let milliseconds: Int64 = 2_000
    static let catalog = """
        {"products": [
          {"product_id": "\(subscription)", "kind": "auto_renewable", "subscription_group": "pro",
           "exclusion_sets": ["premium"]},
          {"product_id": "\(oneTime)", "kind": "non_consumable", "exclusion_sets": ["premium"]}],
         "exclusion_sets": [{"id": "premium", "audience": "account"}],
         "deadlines": {"reserved": "PT\(milliseconds / 1_000)S", "reserved_total": "PT60S"}}

        """

    private let signer: StoreSigner

    /// Loads the store that ``make(in:)`` has left in a folder.
    init(folder: String) throws { signer = try StoreSigner.load(from: folder) }

    /// Leaves a new store and the catalog in a folder.
    static func make(in folder: String) throws {
        try StoreSigner().save(to: folder)
        let path = "\(folder)/catalog.json"
        let bytes = Array(catalog.utf8)
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0, write(file, bytes, bytes.count) == bytes.count else {
            throw CommandFailure.refused("\(path): \(String(cString: strerror(errno)))")
        }
        close(file)
    }

    /// Signs the purchase that an intent was made for.
    func purchase(_ intent: Intent) throws -> String {
        try signer.transaction(
            TransactionTemplate(
                transactionID: intent.id.wireText, bundleID: Self.bundleID,
                productID: intent.productID, purchaseDate: intent.createdAt.milliseconds + 1,
                appAccountToken: intent.appAccountToken.wireText))
    }

    /// Signs a subscription that ends at a time, in milliseconds since 1970.
    func subscription(_ id: String, until end: Int64) throws -> String {
        try signer.transaction(
            TransactionTemplate(
                transactionID: id, bundleID: Self.bundleID, productID: Self.subscription,
                type: "Auto-Renewable Subscription", purchaseDate: end - 60_000, expiresDate: end,
                subscriptionGroup: "pro"))
    }
}
