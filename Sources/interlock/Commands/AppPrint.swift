import AppStoreServer
import InterlockAPI
import Storage

/// Holds what is shown of an app; no secret is among it.
struct AppPrint: Encodable {
    /// How the service asks the store about it.
    struct Store: Encodable {
        let issuerID: String
        let keyID: String
        /// By environment.
        let urls: [String: String]

        enum CodingKeys: String, CodingKey {
            case urls
            case issuerID = "issuer_id"
            case keyID = "key_id"
        }

        /// In a table: each address once.
        var line: String {
            "\(Set(urls.values).sorted().joined(separator: ",")) with key \(keyID)"
        }
    }

    let id: String
    let bundleIDs: [String]
    let environments: [StoreEnvironment]
    let appleID: Int64?
    let roots: Int
    let catalogRevision: Int64
    /// In seconds.
    let stuck: StuckRule
    /// Nil when the service doesn't ask.
    let store: Store?

    enum CodingKeys: String, CodingKey {
        case id, environments, roots, store, stuck
        case bundleIDs = "bundle_ids"
        case appleID = "apple_id"
        case catalogRevision = "catalog_revision"
    }

    init(_ app: AppRecord, _ access: StoreAccess?) {
        id = app.id
        bundleIDs = app.bundleIDs
        environments = app.environments
        appleID = app.appleID
        roots = app.roots.count
        catalogRevision = app.catalogRevision
        stuck = app.stuck
        store = access.map { access in
            Store(
                issuerID: access.issuerID, keyID: access.keyID,
                urls: Dictionary(
                    uniqueKeysWithValues: app.environments.map {
                        ($0.rawValue, Self.url(access.addresses[$0.rawValue], $0))
                    }))
        }
    }

    var trusted: String { "Apple + \(roots)" }
    var catalog: String { catalogRevision == 0 ? "none" : "revision \(catalogRevision)" }

    /// Where the store is asked: scheme, host and port, as they are used.
    static func url(_ address: String?, _ environment: StoreEnvironment) -> String {
        let own: StoreEndpoint = environment == .production ? .production : .sandbox
        guard let address else { return own.description }
        do { return try StoreEndpoint(address).description } catch { return "unusable: \(error)" }
    }
}
