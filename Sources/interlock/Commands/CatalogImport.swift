import Coordination
import InterlockAPI
import Storage

/// `interlock catalog import`
enum CatalogImport {
    static let command = Command(
        name: "catalog import",
        summary: "Make a catalog document of Xcode's StoreKit configuration file.",
        discussion: """
            Prints the document, to be edited and applied; or with --app puts the products into that app's \
            catalog: those of the same id are replaced, all else that the catalog says stays. Prices, \
            names, offers and test settings have no place in a catalog. What can't be taken over is told \
            on standard error, with its place in the file.
            """,
        operands: ["FILE.storekit"],
        options: Option.database + [
            // Not a setting: a variable of the shell must not turn printing into writing.
            Option("--app", "ID", "Put the products into this app's catalog."),
            Option(
                "--dry-run", nil, "With --app: change nothing, only show the difference."),
        ],
        examples: [
            ("interlock catalog import Products.storekit > catalog.json", "a document to edit"),
            ("interlock catalog import Products.storekit --app notes --dry-run", "look first"),
            ("interlock catalog import Products.storekit --app notes", "then import"),
        ],
        run: { try await run($0) })

    private static func run(_ invocation: Invocation) async throws {
        let path = invocation.operands[0]
        let app = try invocation.text("--app")
        if app == nil, invocation.has("--dry-run") {
            throw invocation.fault("--dry-run needs the --app whose catalog would change")
        }
        let file = try read(path)
        guard let app else {
            let document = try checked(file, into: CatalogDocument(products: []), path).document
            return try Output.document(document, invocation)
        }
        try await DatabaseAccess.with(invocation) { storage in
            let present = try await CatalogCommands.read(app, storage)
            let document = try WireCoding.decode(CatalogDocument.self, from: present.document)
            let catalog = try checked(file, into: document, path)
            try await CatalogCommands.replace(
                present, with: catalog, of: app, storage, invocation)
        }
    }

    private static func read(_ path: String) throws(CommandFailure) -> StoreKitConfiguration {
        let bytes = try FileContent.read(path)
        do {
            let file = try StoreKitConfiguration(file: bytes)
            for note in file.notes { Output.error("\(path): \(note)") }
            return file
        } catch { throw CatalogCommands.refusal(error, of: path) }
    }

    private static func checked(
        _ file: StoreKitConfiguration, into present: CatalogDocument, _ path: String
    ) throws -> Catalog {
        let imported = Set(file.document.products.map(\.productID))
        for product in present.products where !imported.contains(product.productID) {
            Output.error("\(path): has no \(product.productID): it stays in the catalog as it is")
        }
        for set in file.assumedSets(beside: present) {
            Output.error(
                """
                \(path): subscription group \(set.id) has family-shareable and other products: audience \
                \(set.audience) is assumed; see exclusion_sets
                """)
        }
        let document = try WireCoding.encode(file.merged(into: present))
        return try CatalogCommands.checked(document, from: "the catalog of \(path)")
    }
}
