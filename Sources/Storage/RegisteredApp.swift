package import AppStore
package import Authentication
import Coordination
import Cryptography
package import InterlockAPI

/// Holds an app ready for work: what verifies for it, what mints for it, its compiled catalog.
package struct RegisteredApp: Sendable {
    package let record: AppRecord
    package let verifier: StoreVerifier
    package let tokenKeys: ClientTokenKeys
    package let minter: ClientTokenMinter
    package let catalog: CatalogStore.Entry

    package var id: String { record.id }
    package var environments: [StoreEnvironment] { record.environments }

    /// Apple's root always counts; the app's own roots beside it.
    init(_ record: AppRecord, _ catalog: CatalogStore.Entry) throws(StorageError) {
        self.record = record
        self.catalog = catalog
        do {
            let roots = try record.roots.map(Certificate.init(der:))
            verifier = StoreVerifier(
                roots: .apple(and: roots), bundleIDs: Set(record.bundleIDs),
                appAppleID: record.appleID, environments: Set(record.environments))
            let signer = try ClientSigningKey(pkcs8: record.signer)
            minter = ClientTokenMinter(appID: record.id, key: signer)
            tokenKeys = ClientTokenKeys(
                minted: [signer.keyID: signer.privateKey.publicKey],
                vendor: try record.tokenKeys.map(JSONWebKeySet.init(document:)))
        } catch { throw .defect("app \(record.id): \(error)") }
    }
}
