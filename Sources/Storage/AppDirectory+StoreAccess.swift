import Cryptography
import InterlockAPI
import PostgresClient

// How the service asks the store about an app.
extension AppDirectory {
    private static let set = PostgresStatement.function("store_access_set", 5)
    private static let remove = PostgresStatement.function("store_access_remove", 1)
    private static let read = PostgresStatement.function("store_access_read", 1)

    /// Sets it, in place of what was there: `set` or `not_found`.
    package func setStoreAccess(
        _ access: StoreAccess, of appID: String
    ) async throws(StorageError) -> String {
        var change = StoreAccessChange()
        change.issuerID = access.issuerID
        change.keyID = access.keyID
        change.privateKey = access.privateKey
        change.addresses = access.addresses
        return try await changeStoreAccess(change, of: appID)
    }

    /// Sets what is given and leaves the rest as it is: `set`, `not_found`, or `incomplete` where there is
    /// nothing yet that could stay.
    package func changeStoreAccess(
        _ change: StoreAccessChange, of appID: String
    ) async throws(StorageError) -> String {
        let addresses = change.addresses.map { JSONValue.object($0.mapValues(JSONValue.string)) }
        let rows = try await database.call(
            Self.set,
            [
                .text(appID), .text(change.issuerID ?? ""), .text(change.keyID ?? ""),
                .bytea(change.privateKey?.expose() ?? []),
                .jsonb((addresses ?? .null).text),
            ])
        return try decoding { try rows.first?.text(0) ?? "" }
    }

    /// Lets the service ask the store no more: `removed`, `none` where it could not, or `not_found`.
    package func removeStoreAccess(of appID: String) async throws(StorageError) -> String {
        let rows = try await database.call(Self.remove, [.text(appID)])
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
