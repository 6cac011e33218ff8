import Cryptography
import InterlockAPI
import Storage

/// Reads what `app create` and `app update` say of an app.
enum AppDescription {
    static let id = Option(
        "--id", "ID", "The app's id: letters, digits, dots, underscores, hyphens; 64 at most.",
        required: true)
    private static let bundleID = "A bundle id of the app, such as com.example.notes."

    /// What both commands take; to create, a bundle id is needed.
    static func options(creating: Bool) -> [Option] {
        [
            id, Option("--bundle-id", "ID", bundleID, required: creating, repeatable: true),
            Option(
                "--apple-id", "NUMBER",
                "The app's Apple id (App Store Connect, App Information); needed for Production."),
            Option(
                "--environment", "WORD",
                "Production or Sandbox; "
                    + (creating ? "both unless told." : "replaces what was set."),
                repeatable: true),
            Option(
                "--root-certificate", "FILE",
                "A root that counts beside Apple's, DER or PEM: of a test store.",
                repeatable: true),
            Option(
                "--jwks", "FILE",
                "The public keys (JWKS) of the client tokens that your own backend signs."),
        ] + StuckOptions.all + StoreAccessOptions.all
    }

    /// - Throws: a usage failure for an id or a number that can't be one, a refusal for a file.
    static func change(_ invocation: Invocation) throws -> AppChange {
        var change = AppChange()
        change.bundleIDs = try bundleIDs(invocation)
        change.appleID = try invocation.integer("--apple-id", in: 1...Int64.max)
        let named = Set(try invocation.words("--environment", as: StoreEnvironment.self))
        if !named.isEmpty { change.environments = StoreEnvironment.allCases.filter(named.contains) }
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
        change.stuck = try StuckOptions.change(invocation)
        return change
    }

    /// Reads an id that the database takes.
    static func id(_ invocation: Invocation) throws -> String {
        let id = try invocation.required("--id")
        guard Bounds.isAppID(id), !SecretText.isIn(id) else {
            throw invocation.fault(
                "--id must be at most 64 letters (a to z), digits, dots, underscores and hyphens, "
                    + "such as notes or com.example.notes")
        }
        return id
    }

    private static func bundleIDs(_ invocation: Invocation) throws -> [String] {
        var bundles: [String] = []
        for id in try invocation.all("--bundle-id") where !bundles.contains(id) {
            guard id.utf8.count <= 255, id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                !SecretText.isIn(id)
            else {
                throw invocation.fault(
                    "--bundle-id must be a bundle id, such as com.example.notes, "
                        + "at most 255 bytes, without blanks")
            }
            bundles.append(id)
        }
        return bundles
    }
}
