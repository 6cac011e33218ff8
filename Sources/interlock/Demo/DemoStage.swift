import AppStore
import Authentication
import Coordination
import FoundationEssentials
import InterlockAPI
import Storage
import StoreSigner

/// The app that the demo plays with, and tokens for its two devices.
struct DemoStage: Sendable {
    static let appID = "demo"
    static let bundleID = "com.example.interlock.demo"
    /// Seconds instead of a day, so that one can watch.
    static let catalog = """
        {"products": [
          {"product_id": "pro_monthly", "kind": "auto_renewable", "subscription_group": "pro",
           "exclusion_sets": ["premium"]},
          {"product_id": "pro_yearly", "kind": "auto_renewable", "subscription_group": "pro",
           "exclusion_sets": ["premium"]},
          {"product_id": "lifetime", "kind": "non_consumable", "exclusion_sets": ["premium"]}],
         "exclusion_sets": [{"id": "premium", "audience": "account"}],
         "deadlines": {"reserved": "PT3S", "reserved_total": "PT60S", "pending": "PT3S",
           "confirming": "PT3S"}}
        """

    let signer: StoreSigner
    /// An account of this run alone.
    let account: String
    let phone: String
    let tablet: String

    /// Makes the app once, a new account each time.
    static func set(_ storage: Storage, folder: String) async throws -> DemoStage {
        let signer = try store(in: folder)
        var app = AppChange()
        app.bundleIDs = [bundleID]
        app.environments = [.sandbox]
        app.roots = [signer.rootCertificateDER]
        if try await storage.apps.create(appID, app, signer: .generate(), actor: .user) == "exists"
        {
            _ = try await storage.apps.update(appID, app, actor: .user)
        }
        _ = try await storage.catalogs.apply(
            try Catalog(document: Array(catalog.utf8)), appID: appID, expected: nil,
            actor: .user)
        await DatabaseAccess.announce(.apps, storage)
        let registry = AppRegistry(storage)
        try await registry.refresh()
        guard let minter = registry.app(appID)?.minter else {
            throw CommandFailure.refused("the app \(appID) is not there")
        }
        let now = Timestamp(microseconds: StoreDate.now.microseconds)
        let account = "family-\(now.milliseconds)"
        func token(_ device: String) throws -> String {
            let minted: MintedClientToken = try minter.mint(
                accountID: account, deviceID: device, lifetime: 3_600, now: now)
            return minted.token
        }
        return DemoStage(
            signer: signer, account: account, phone: try token("phone"),
            tablet: try token("tablet"))
    }

    private static func store(in folder: String) throws -> StoreSigner {
        if let known = try? StoreSigner.load(from: folder) { return known }
        let signer = try StoreSigner()
        if let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
            try FileManager.default.createDirectory(
                atPath: String(folder[..<slash]), withIntermediateDirectories: true)
        }
        try signer.save(to: folder)
        return signer
    }
}
