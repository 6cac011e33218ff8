import AppStoreServer
import Cryptography
import InterlockAPI
import Storage

/// Reads how the service may ask the store about an app: options of `app create` and `app update`.
enum StoreAccessOptions {
    /// Bytes of each, at most, as the database takes them.
    private static let idLimit = 128
    private static let keyLimit = 4_096
    /// Stands for the App Store's own addresses.
    private static let ownURL = "default"

    private static let needed = ["--store-issuer", "--store-key-id", "--store-key-file"]

    static let all = [
        Option(
            "--store-issuer", "ID",
            "The issuer id of your In-App Purchase keys (App Store Connect, Integrations): lets the "
                + "service ask the store by itself for what no device and no notification told."),
        Option("--store-key-id", "ID", "The id of such a key."),
        Option(
            "--store-key-file", "FILE", "The key itself, AuthKey_….p8; kept in the database."),
        Option(
            "--store-url", "URL",
            "Asks there instead of the App Store: a stand-in, such as `fake-store serve`; "
                + "`\(ownURL)`: the App Store again."),
    ]

    static let removal = Option(
        "--no-store-access", nil, "Forgets the key: the service asks the store no more.")

    /// Gives what is named; nil when nothing is. The key is read here, so that one that can't be used is
    /// refused now and not when it is needed.
    ///
    /// - Throws: a usage failure when a part can't be one, a refusal for a file.
    static func change(_ invocation: Invocation) throws -> StoreAccessChange? {
        guard all.map(\.name).contains(where: invocation.has) else { return nil }
        guard !invocation.has(removal.name) else {
            throw invocation.fault("\(removal.name) goes with no other --store option")
        }
        var change = StoreAccessChange()
        change.issuerID = try id("--store-issuer", invocation)
        change.keyID = try id("--store-key-id", invocation)
        change.privateKey = try invocation.text("--store-key-file").map { path throws in
            try key(path)
        }
        change.addresses = try addresses(invocation)
        return change
    }

    /// Says what is missing of an access that isn't there yet.
    static func incomplete(_ invocation: Invocation) -> CommandFailure {
        let missing = needed.filter { !invocation.has($0) }
        return invocation.fault(
            "\(missing.joined(separator: ", ")) missing: \(needed.joined(separator: ", ")) "
                + "belong together, as long as the app has no access to the store")
    }

    private static func id(_ name: String, _ invocation: Invocation) throws -> String? {
        guard let id = try invocation.text(name) else { return nil }
        guard (1...idLimit).contains(id.utf8.count), StoreCredentials.isID(id) else {
            throw invocation.fault(
                "\(name) must be an id of at most \(idLimit) bytes, as App Store Connect shows it")
        }
        return id
    }

    private static func key(_ path: String) throws -> Secret<[UInt8]> {
        let bytes = Secret(try FileContent.read(path))
        guard bytes.expose().count <= keyLimit else {
            throw CommandFailure.refused("\(path): larger than \(keyLimit) bytes: not a key")
        }
        do {
            _ = try StoreCredentials(
                issuerID: "any", keyID: "any", bundleID: "any",
                privateKey: String(decoding: bytes.expose(), as: UTF8.self))
        } catch {
            guard case .badKey(let reason) = error else { throw error }
            throw CommandFailure.refused("\(path): not a key of the store's: \(reason)")
        }
        return bytes
    }

    private static func addresses(_ invocation: Invocation) throws -> [String: String]? {
        guard let url = try invocation.text("--store-url") else { return nil }
        if url == ownURL { return [:] }
        do { _ = try StoreEndpoint(url) } catch {
            throw invocation.fault("--store-url can't be used: \(error)")
        }
        return Dictionary(
            uniqueKeysWithValues: StoreEnvironment.allCases.map { ($0.rawValue, url) })
    }
}
