import Authentication
import Cryptography
import InterlockAPI
import Storage

/// Registers apps.
enum AppCommands {
    static let all = [create, update, list]

    private static let description = [
        Option(
            "--id", "ID", "The app's id: letters, digits, dot, underscore, hyphen.", required: true),
        Option("--bundle-id", "ID", "A bundle id of the app.", repeatable: true),
        Option("--apple-id", "NUMBER", "The app's Apple id; needed for Production."),
        Option(
            "--environment", "WORD", "Production or Sandbox; both unless told.", repeatable: true),
        Option(
            "--root-certificate", "FILE",
            "A root that counts beside Apple's, DER or PEM.", repeatable: true),
        Option("--jwks", "FILE", "The keys with which your backend signs client tokens."),
        Option.json,
    ]

    static let create = Command(
        name: "app create", summary: "Register an app.",
        options: Option.database + description,
        examples: [
            (
                "interlock app create --id notes --bundle-id com.example.notes --apple-id 1234567890",
                "an app with both environments"
            )
        ],
        run: { try await create($0) })

    static let update = Command(
        name: "app update",
        summary: "Change an app: what is named is set, bundles and roots added.",
        options: Option.database + description,
        examples: [("interlock app update --id notes --jwks keys.json", "new token keys")],
        run: { try await update($0) })

    static let list = Command(
        name: "app list", summary: "List the apps.", options: Option.database + [.json],
        examples: [("interlock app list", "a table")], run: { try await list($0) })

    /// Refuses an app that is not there: an empty list would read as "nothing is stuck".
    static func require(_ id: String, _ storage: Storage) async throws {
        guard try await storage.apps.list().contains(where: { $0.id == id }) else {
            throw CommandFailure.refused("there is no app \(id); see interlock app list")
        }
    }

    private struct Named: Encodable { let id: String }

    private static func change(_ invocation: Invocation) throws -> AppChange {
        var change = AppChange()
        change.bundleIDs = try invocation.all("--bundle-id")
        change.appleID = try invocation.integer("--apple-id", in: 1...Int64.max)
        let environments = try invocation.words("--environment", as: StoreEnvironment.self)
        change.environments = environments.isEmpty ? nil : environments
        for path in try invocation.all("--root-certificate") {
            do {
                change.roots += try Certificate.list(file: try FileContent.read(path)).map(\.der)
            } catch let error as OpenSSLError { throw CommandFailure.refused("\(path): \(error)") }
        }
        if let path = try invocation.text("--jwks") {
            let bytes = try FileContent.read(path)
            do { _ = try JSONWebKeySet(document: bytes) } catch {
                throw CommandFailure.refused("\(path): \(error)")
            }
            change.tokenKeys = String(decoding: bytes, as: UTF8.self)
        }
        return change
    }

    private static func create(_ invocation: Invocation) async throws {
        let id = try invocation.required("--id")
        let change = try change(invocation)
        guard !change.bundleIDs.isEmpty else { throw invocation.fault("--bundle-id is missing") }
        let environments = change.environments ?? StoreEnvironment.allCases
        guard change.appleID != nil || !environments.contains(.production) else {
            throw invocation.fault("--apple-id is needed for Production")
        }
        try await DatabaseAccess.with(invocation) { storage in
            switch try await storage.apps.create(id, change, signer: .generate()) {
            case "created": break
            case "exists": throw CommandFailure.refused("there is an app \(id) already")
            default: throw CommandFailure.refused("a bundle id belongs to another app")
            }
            if invocation.wantsJSON { return try Output.json(Named(id: id)) }
            Output.line("created app \(id); next: interlock catalog apply FILE --app \(id)")
        }
    }

    private static func update(_ invocation: Invocation) async throws {
        let id = try invocation.required("--id")
        let change = try change(invocation)
        try await DatabaseAccess.with(invocation) { storage in
            switch try await storage.apps.update(id, change) {
            case "updated": break
            case "not_found": throw CommandFailure.refused("there is no app \(id)")
            default: throw CommandFailure.refused("a bundle id belongs to another app")
            }
            if invocation.wantsJSON { return try Output.json(Named(id: id)) }
            Output.line("updated app \(id)")
        }
    }

    private struct Listed: Encodable {
        struct App: Encodable {
            let id: String
            let bundleIDs: [String]
            let environments: [StoreEnvironment]
            let appleID: Int64?
            let roots: Int
            let catalogRevision: Int64

            enum CodingKeys: String, CodingKey {
                case id, environments, roots
                case bundleIDs = "bundle_ids"
                case appleID = "apple_id"
                case catalogRevision = "catalog_revision"
            }
        }

        let apps: [App]
    }

    private static func list(_ invocation: Invocation) async throws {
        try await DatabaseAccess.with(invocation) { storage in
            let apps = try await storage.apps.list()
            if invocation.wantsJSON {
                return try Output.json(
                    Listed(
                        apps: apps.map {
                            Listed.App(
                                id: $0.id, bundleIDs: $0.bundleIDs,
                                environments: $0.environments, appleID: $0.appleID,
                                roots: $0.roots.count, catalogRevision: $0.catalogRevision)
                        }))
            }
            Output.table(
                ["APP", "BUNDLES", "ENVIRONMENTS", "ROOTS", "CATALOG"],
                apps.map { app in
                    [
                        app.id, app.bundleIDs.joined(separator: ","),
                        app.environments.map(\.rawValue).joined(separator: ","),
                        "Apple + \(app.roots.count)", "\(app.catalogRevision)",
                    ]
                })
        }
    }
}
