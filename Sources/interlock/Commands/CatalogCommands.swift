import Coordination
import InterlockAPI
import Storage

/// Shows and replaces catalogs.
enum CatalogCommands {
    static let all = [apply, show]

    static let apply = Command(
        name: "catalog apply", summary: "Check a catalog document and make it an app's catalog.",
        discussion: "Claims that were granted stay. Every error is told with its place.",
        operands: ["FILE"],
        options: Option.database + [
            .app, Option("--dry-run", nil, "Only show the difference."), .json,
        ],
        examples: [("interlock catalog apply catalog.json --app notes --dry-run", "look first")],
        run: { try await apply($0) })

    static let show = Command(
        name: "catalog show", summary: "Print an app's catalog document.",
        options: Option.database + [.app, .json],
        examples: [("interlock catalog show --app notes > catalog.json", "to edit it")],
        run: { try await show($0) })

    private struct Applied: Encodable {
        let outcome: String
        let revision: Int64
    }

    private static func apply(_ invocation: Invocation) async throws {
        let path = invocation.operands[0]
        let app = try invocation.required("--app")
        let document = try FileContent.read(path)
        let catalog: Catalog
        do {
            catalog = try Catalog(document: document)
        } catch {
            for problem in error.errors { Output.error("\(path): \(problem)") }
            throw CommandFailure.refused("\(path): \(error.errors.count) errors; nothing changed")
        }
        for warning in catalog.warnings { Output.error("\(path): warning: \(warning)") }
        try await DatabaseAccess.with(invocation) { storage in
            guard let present = try await storage.catalogs.read(appID: app) else {
                throw CommandFailure.refused("there is no app \(app); see interlock app list")
            }
            if invocation.has("--dry-run") {
                let difference = CatalogDifference(
                    from: try? Catalog(document: present.document), to: catalog)
                if invocation.wantsJSON { return try Output.json(difference) }
                for line in difference.lines { Output.line(line) }
                if difference.isEmpty { Output.line("no difference") }
                return
            }
            let applied = try await storage.catalogs.apply(
                catalog, appID: app, expected: present.compiled.revision,
                actor: .key(id: "command line", label: "catalog apply"))
            try show(applied, invocation)
        }
    }

    private static func show(
        _ applied: CatalogStore.Applied, _ invocation: Invocation
    ) throws {
        switch applied {
        case .applied(let revision), .unchanged(let revision):
            let outcome = applied == .applied(revision: revision) ? "applied" : "unchanged"
            if invocation.wantsJSON {
                return try Output.json(Applied(outcome: outcome, revision: revision))
            }
            Output.line("\(outcome), revision \(revision)")
        case .stale: throw CommandFailure.refused("somebody else changed it; try again")
        case .notFound: throw CommandFailure.refused("there is no such app")
        }
    }

    private static func show(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        try await DatabaseAccess.with(invocation) { storage in
            guard let present = try await storage.catalogs.read(appID: app) else {
                throw CommandFailure.refused("there is no app \(app); see interlock app list")
            }
            Output.line(String(decoding: present.document, as: UTF8.self))
        }
    }
}
