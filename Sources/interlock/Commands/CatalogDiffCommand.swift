import Coordination
import InterlockAPI
import Storage

/// Shows what a catalog file would change.
enum CatalogDiffCommand {
    static let diff = Command(
        name: "catalog diff", summary: "Show what a catalog file would change; change nothing.",
        discussion: """
            FILE is checked as `catalog apply` checks it: every error is told with its place, and it ends \
            with 1. The same as `catalog apply FILE --dry-run`.
            """,
        operands: ["FILE"], options: Option.database + [.app],
        examples: [("interlock catalog diff catalog.json --app notes", "before applying it")],
        run: { try await diff($0) })

    private static func diff(_ invocation: Invocation) async throws {
        let path = invocation.operands[0]
        let app = try invocation.required("--app")
        let catalog = try CatalogCommands.checked(try FileContent.read(path), from: path)
        try await DatabaseAccess.with(invocation) { storage in
            let present = try await CatalogCommands.read(app, storage)
            try await CatalogCommands.show(
                CatalogDifference(from: try? Catalog(document: present.document), to: catalog),
                of: app, storage, invocation)
        }
    }
}
