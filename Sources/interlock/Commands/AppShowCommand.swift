import InterlockAPI
import Storage

/// Shows one app.
enum AppShowCommand {
    static let show = Command(
        name: "app show", summary: "Show an app, and how the service asks the store about it.",
        discussion: "Keys are named by their ids and never shown.",
        options: Option.database + [AppDescription.id],
        examples: [("interlock app show --id notes", "what is set?")], run: { try await run($0) })

    private static func run(_ invocation: Invocation) async throws {
        let id = try AppDescription.id(invocation)
        try await DatabaseAccess.with(invocation) { storage in
            guard let app = try await storage.apps.list().first(where: { $0.id == id }) else {
                throw AppCommands.missing(id)
            }
            let shown = AppPrint(app, try await storage.apps.storeAccess(of: id))
            if invocation.wantsJSON { return try Output.json(shown) }
            let appleID = shown.appleID.map { "\($0)" } ?? "none"
            var lines = [
                "app           \(shown.id)",
                "bundles       \(shown.bundleIDs.joined(separator: ", "))",
                "environments  \(shown.environments.map(\.rawValue).joined(separator: ", "))",
                "Apple id      \(appleID)", "trusts        \(shown.trusted)",
                "catalog       \(shown.catalog)",
            ]
            for (index, words) in shown.stuck.words.enumerated() {
                lines.append((index == 0 ? "stuck means   " : "              ") + words)
            }
            if let store = shown.store {
                lines.append("store issuer  \(store.issuerID)")
                lines.append("store key     \(store.keyID)")
                for (environment, url) in store.urls.sorted(by: { $0.key < $1.key }) {
                    lines.append("store URL     \(url) (\(environment))")
                }
            } else {
                lines.append("store         not asked: interlock app update --store-issuer …")
            }
            for line in lines { Output.line(line) }
        }
    }
}
