import Cryptography
import InterlockAPI
import PostgresClient

// How the service asks the store about an app.
extension AppDirectory {
    private static let set = PostgresStatement.function("store_access_set", 6)
    private static let health = PostgresStatement.function("store_health_list", 0)
    private static let remove = PostgresStatement.function("store_access_remove", 2)
    private static let read = PostgresStatement.function("store_access_read", 1)

    /// Sets it, in place of what was there: `set` or `not_found`.
    package func setStoreAccess(
        _ access: StoreAccess, of appID: String, actor: StoreActor
    ) async throws(StorageError) -> String {
        var change = StoreAccessChange()
        change.issuerID = access.issuerID
        change.keyID = access.keyID
        change.privateKey = access.privateKey
        change.addresses = access.addresses
        return try await changeStoreAccess(change, of: appID, actor: actor)
    }

    /// Sets what is given and leaves the rest as it is: `set`, `not_found`, or `incomplete` where there is
    /// nothing yet that could stay.
    package func changeStoreAccess(
        _ change: StoreAccessChange, of appID: String, actor: StoreActor
    ) async throws(StorageError) -> String {
        let addresses = change.addresses.map { JSONValue.object($0.mapValues(JSONValue.string)) }
        let rows = try await database.call(
            Self.set,
            [
                .text(appID), .text(change.issuerID ?? ""), .text(change.keyID ?? ""),
                .bytea(change.privateKey?.expose() ?? []),
                .jsonb((addresses ?? .null).text),
                .jsonb(actor.json.text),
            ])
        return try decoding { try rows.first?.text(0) ?? "" }
    }

    /// Lets the service ask the store no more: `removed`, `none` where it could not, or `not_found`.
    package func removeStoreAccess(
        of appID: String, actor: StoreActor
    ) async throws(StorageError) -> String {
        let rows = try await database.call(Self.remove, [.text(appID), .jsonb(actor.json.text)])
        return try decoding { try rows.first?.text(0) ?? "" }
    }

    /// Says how asking the store goes, for each app that has access and each of its environments.
    package func storeHealth() async throws(StorageError) -> [StoreHealth] {
        let rows = try await database.call(Self.health, [])
        return try decoding {
            try rows.compactMap { row in
                func date(_ name: String) throws(PostgresError) -> Timestamp? {
                    try row.optionalTimestamp(.init(stringLiteral: name))
                        .map(Timestamp.init(microseconds:))
                }
                guard let environment = StoreEnvironment(rawValue: try row.text("environment"))
                else { return nil }
                return StoreHealth(
                    appID: try row.text("app_id"), environment: environment,
                    keyID: try row.text("key_id"), address: try row.optionalText("address"),
                    succeededAt: try date("succeeded_at"), failedAt: try date("failed_at"),
                    failure: try row.optionalText("failure"),
                    detail: try row.optionalText("detail"),
                    restsUntil: try date("rests_until"), nextAt: try date("next_at"))
            }
        }
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
