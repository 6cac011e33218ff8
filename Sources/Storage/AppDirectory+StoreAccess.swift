import Cryptography
import InterlockAPI
import PostgresClient

// How the service asks the store about an app.
extension AppDirectory {
    private static let set = PostgresStatement.function("store_access_set", 5)
    private static let read = PostgresStatement.function("store_access_read", 1)

    /// Sets it, in place of what was there: `set` or `not_found`.
    package func setStoreAccess(
        _ access: StoreAccess, of appID: String
    ) async throws(StorageError) -> String {
        let addresses = JSONValue.object(access.addresses.mapValues(JSONValue.string))
        let rows = try await database.call(
            Self.set,
            [
                .text(appID), .text(access.issuerID), .text(access.keyID),
                .bytea(access.privateKey.expose()), .jsonb(addresses.text),
            ])
        return try decoding { try rows.first?.text(0) ?? "" }
    }

    /// Gives it; nil when the app can't ask the store.
    package func storeAccess(of appID: String) async throws(StorageError) -> StoreAccess? {
        let rows = try await database.call(Self.read, [.text(appID)])
        return try decoding {
            guard let row = rows.first else { return nil }
            return StoreAccess(
                issuerID: try row.text("issuer_id"), keyID: try row.text("key_id"),
                privateKey: Secret(try row.bytea("private_key")),
                addresses: try WireCoding.decode(
                    [String: String].self, from: try row.json("addresses")))
        }
    }
}
