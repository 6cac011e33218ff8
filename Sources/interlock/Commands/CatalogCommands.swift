import Coordination
import InterlockAPI
import Storage

/// Shows and replaces catalogs.
enum CatalogCommands {
    static let all = [apply, show, CatalogDiffCommand.diff, CatalogImport.command]

    static let dryRun = Option("--dry-run", nil, "Change nothing, only show the difference.")

    static let apply = Command(
        name: "catalog apply", summary: "Check a catalog document and make it an app's catalog.",
        discussion: """
            FILE is a JSON document; - is standard input. The least that is useful:

              {"products": [{"product_id": "pro", "kind": "non_consumable"}]}

            kind is auto_renewable (with its subscription_group), non_renewing, non_consumable or \
            consumable. Products of one subscription group exclude each other; "exclusion_sets": \
            ["premium"] puts any products into a set that does. It replaces the whole catalog. Every error \
            is told with its place, and then nothing changes. Locks that were granted stay. Running \
            services and waiting devices follow at once.
            """,
        operands: ["FILE"], options: Option.database + [.app, dryRun],
        examples: [
            ("interlock catalog apply catalog.json --app notes --dry-run", "look first"),
            ("interlock catalog apply catalog.json --app notes", "then apply"),
        ],
        run: { try await apply($0) })

    static let show = Command(
        name: "catalog show", summary: "Print an app's catalog document.",
        options: Option.database + [.app],
        examples: [("interlock catalog show --app notes > catalog.json", "to edit it")],
        run: { try await show($0) })

    private struct Applied: Encodable {
        let outcome: String
        let revision: Int64
    }

    private static func apply(_ invocation: Invocation) async throws {
        let path = invocation.operands[0]
        let app = try invocation.required("--app")
        let catalog = try checked(try FileContent.read(path), from: path)
        try await DatabaseAccess.with(invocation) { storage in
            try await replace(
                try await read(app, storage), with: catalog, of: app, storage, invocation)
        }
    }

    private static func show(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        try await DatabaseAccess.with(invocation) { storage in
            let document = try await read(app, storage).document
            try Output.document(try WireCoding.decode(WireValue.self, from: document), invocation)
        }
    }

    /// Checks a document; its errors and warnings go to standard error.
    static func checked(_ document: [UInt8], from path: String) throws(CommandFailure) -> Catalog {
        let catalog: Catalog
        do { catalog = try Catalog(document: document) } catch {
            throw refusal(error, of: path)
        }
        for warning in catalog.warnings { Output.error("\(path): warning: \(warning)") }
        return catalog
    }

    /// Tells every error; gives what ends the command.
    static func refusal(_ rejection: CatalogRejection, of path: String) -> CommandFailure {
        for problem in rejection.errors { Output.error("\(path): \(problem)") }
        let count = rejection.errors.count
        return .refused("\(path): \(count) error\(count == 1 ? "" : "s"); nothing changed")
    }

    static func read(_ app: String, _ storage: Storage) async throws -> CatalogStore.Entry {
        guard let present = try await storage.catalogs.read(appID: app) else {
            throw AppCommands.missing(app)
        }
        return present
    }

    /// Replaces the catalog that was read, or with `--dry-run` shows what that would change.
    static func replace(
        _ present: CatalogStore.Entry, with catalog: Catalog, of app: String, _ storage: Storage,
        _ invocation: Invocation
    ) async throws {
        if invocation.has("--dry-run") {
            return try await show(
                CatalogDifference(from: try? Catalog(document: present.document), to: catalog),
                of: app, storage, invocation)
        }
        let applied = try await storage.catalogs.apply(
            catalog, appID: app, expected: present.compiled.revision,
            actor: .user)
        if case .applied = applied { await DatabaseAccess.announce(.apps, storage) }
        try tell(applied, app, invocation)
    }

    /// A difference, and how many open intents each product has that would go; 1,000 stands for more too.
    private struct Shown: Encodable {
        let changes: [CatalogDifference.Entry]
        let open_intents: [String: Int64]
    }

    /// Shows what one catalog changes of another, and what is open of the products that would go.
    static func show(
        _ difference: CatalogDifference, of app: String, _ storage: Storage,
        _ invocation: Invocation
    ) async throws {
        let open = try await storage.intents.open(of: difference.removedProducts, appID: app)
        if invocation.wantsJSON {
            return try Output.json(Shown(changes: difference.changes, open_intents: open))
        }
        for entry in difference.changes {
            let count = entry.isRemovedProduct ? open[entry.name] ?? 0 : 0
            let more = count >= IntentStore.mostCounted ? " or more" : ""
            let stay = count == 1 ? "intent stays" : "intents stay"
            Output.line(entry.description + (count > 0 ? "; \(count)\(more) open \(stay)" : ""))
        }
        if difference.isEmpty { Output.line("no difference") }
    }

    private static func tell(
        _ applied: CatalogStore.Applied, _ app: String, _ invocation: Invocation
    ) throws {
        switch applied {
        case .applied(let revision), .unchanged(let revision):
            let outcome = applied == .applied(revision: revision) ? "applied" : "unchanged"
            if invocation.wantsJSON {
                return try Output.json(Applied(outcome: outcome, revision: revision))
            }
            Output.line("\(outcome), revision \(revision)")
        case .stale: throw CommandFailure.refused("somebody else changed it just now; try again")
        case .notFound: throw AppCommands.missing(app)
        }
    }
}
