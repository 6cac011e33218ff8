import Authentication
import InterlockAPI
import Storage

/// Registers apps.
enum AppCommands {
    static let all = [create, update, list, AppShowCommand.show]

    static let create = Command(
        name: "app create", summary: "Register an app.",
        discussion: """
            One app is one product of yours in the store. Its notifications and transactions are known by \
            its bundle ids. For a first try name the Sandbox alone: then no Apple id is needed.
            """,
        options: Option.database + AppDescription.options(creating: true),
        examples: [
            (
                "interlock app create --id notes --bundle-id com.example.notes --environment Sandbox",
                "for a first try"
            ),
            (
                "interlock app create --id notes --bundle-id com.example.notes --apple-id 1234567890",
                "an app with both environments"
            ),
        ],
        run: { try await create($0) })

    static let update = Command(
        name: "app update",
        summary: "Change an app: what is named is set, bundles and roots added.",
        discussion: """
            What is not named stays as it is. Running services follow at once. What counts as stuck also \
            counts for intents that are open already.
            """,
        options: Option.database + AppDescription.options(creating: false)
            + [StoreAccessOptions.removal],
        examples: [
            ("interlock app update --id notes --jwks keys.json", "new token keys"),
            (
                "interlock app update --id notes --stuck-confirming 5m --stuck-pending 12h",
                "what the console and `locks list` call stuck"
            ),
            (
                """
                interlock app update --id notes --store-issuer 57246542-96fe-1a63-e053-0824d011072a \
                --store-key-id 2X9R4HXF34 --store-key-file AuthKey_2X9R4HXF34.p8
                """, "let the service ask the store by itself"
            ),
        ],
        run: { try await update($0) })

    static let list = Command(
        name: "app list", summary: "List the apps.", options: Option.database,
        examples: [("interlock app list", "a table")], run: { try await list($0) })

    /// Refuses an app that is not there: an empty list would read as "nothing is stuck".
    static func require(_ id: String, _ storage: Storage) async throws {
        guard try await storage.apps.list().contains(where: { $0.id == id }) else {
            throw missing(id)
        }
    }

    static func missing(_ id: String) -> CommandFailure {
        .refused("there is no app \(id); see interlock app list")
    }

    private struct Named: Encodable { let id: String }

    private static func create(_ invocation: Invocation) async throws {
        let id = try AppDescription.id(invocation)
        let change = try AppDescription.change(invocation)
        let access = try StoreAccessOptions.change(invocation)
        if let access, !access.isWhole {
            throw StoreAccessOptions.incomplete(invocation)
        }
        let environments = change.environments ?? StoreEnvironment.allCases
        guard change.appleID != nil || !environments.contains(.production) else {
            throw invocation.fault(
                "--apple-id is missing: Production needs it; or try with --environment Sandbox")
        }
        try await DatabaseAccess.with(invocation) { storage in
            switch try await storage.apps.create(id, change, signer: .generate(), actor: .user) {
            case "created": break
            case "exists": throw CommandFailure.refused("there is an app \(id) already")
            default: throw CommandFailure.refused("a bundle id belongs to another app")
            }
            if let access {
                _ = try await storage.apps.changeStoreAccess(access, of: id, actor: .user)
            }
            await DatabaseAccess.announce(.apps, storage)
            if invocation.wantsJSON { return try Output.json(Named(id: id)) }
            Output.line("created app \(id); next: interlock catalog apply FILE --app \(id)")
        }
    }

    private static func update(_ invocation: Invocation) async throws {
        let id = try AppDescription.id(invocation)
        let named =
            AppDescription.options(creating: false).map(\.name).filter { $0 != "--id" }
            + [StoreAccessOptions.removal.name]
        guard named.contains(where: invocation.has) else {
            throw invocation.fault("nothing to change: give \(named.joined(separator: ", "))")
        }
        let change = try AppDescription.change(invocation)
        let access = try StoreAccessOptions.change(invocation)
        try await DatabaseAccess.with(invocation) { storage in
            try await require(id, storage)
            if let access, !access.isWhole, try await storage.apps.storeAccess(of: id) == nil {
                throw StoreAccessOptions.incomplete(invocation)
            }
            if change.appleID == nil, change.environments?.contains(.production) == true {
                let present = try await storage.apps.list().first { $0.id == id }
                if present != nil, present?.appleID == nil {
                    throw CommandFailure.refused("Production needs --apple-id; nothing changed")
                }
            }
            switch try await storage.apps.update(id, change, actor: .user) {
            case "updated": break
            case "not_found": throw missing(id)
            default: throw CommandFailure.refused("a bundle id belongs to another app")
            }
            if let access,
                try await storage.apps.changeStoreAccess(access, of: id, actor: .user)
                    == "incomplete"
            {
                throw StoreAccessOptions.incomplete(invocation)
            }
            if invocation.has(StoreAccessOptions.removal.name) {
                _ = try await storage.apps.removeStoreAccess(of: id, actor: .user)
            }
            await DatabaseAccess.announce(.apps, storage)
            if !change.stuck.isEmpty { while try await storage.samples.review(appID: id) {} }
            if invocation.wantsJSON { return try Output.json(Named(id: id)) }
            Output.line("updated app \(id)")
        }
    }

    private struct Listed: Encodable { let apps: [AppPrint] }

    private static func list(_ invocation: Invocation) async throws {
        try await DatabaseAccess.with(invocation) { storage in
            var apps: [AppPrint] = []
            for app in try await storage.apps.list() {
                apps.append(AppPrint(app, try await storage.apps.storeAccess(of: app.id)))
            }
            if invocation.wantsJSON { return try Output.json(Listed(apps: apps)) }
            Output.table(
                ["APP", "BUNDLES", "ENVIRONMENTS", "ROOTS", "CATALOG", "STORE"],
                apps.map { app in
                    [
                        app.id, app.bundleIDs.joined(separator: ","),
                        app.environments.map(\.rawValue).joined(separator: ","), app.trusted,
                        app.catalog, app.store?.line ?? "not asked",
                    ]
                })
        }
    }
}
