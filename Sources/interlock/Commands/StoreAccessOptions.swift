import AppStoreServer
import Cryptography
import InterlockAPI
import Storage

/// Reads how the service may ask the store about an app: options of `app create` and `app update`.
enum StoreAccessOptions {
    /// Bytes of each, at most, as the database takes them.
    private static let idLimit = 128
    private static let keyLimit = 4_096

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
            "Asks there instead of the App Store: a stand-in, such as `fake-store serve`."),
    ]

    /// Gives what is named; nil when nothing is. The key is read here, so that one that can't be used is
    /// refused now and not when it is needed.
    ///
    /// - Throws: a usage failure when a part is missing or can't be one, a refusal for a file.
    static func access(_ invocation: Invocation) throws -> StoreAccess? {
        let named = all.map(\.name).filter(invocation.has)
        if named.isEmpty { return nil }
        let missing = needed.filter { !named.contains($0) }
        guard missing.isEmpty else {
            throw invocation.fault(
                "\(missing.joined(separator: ", ")) missing: \(needed.joined(separator: ", ")) "
                    + "belong together")
        }
        let issuerID = try id("--store-issuer", invocation)
        let keyID = try id("--store-key-id", invocation)
        let path = try invocation.required("--store-key-file")
        let key = try key(path, issuerID, keyID, invocation)
        return StoreAccess(
            issuerID: issuerID, keyID: keyID, privateKey: key,
            addresses: try addresses(invocation))
    }

    private static func id(_ name: String, _ invocation: Invocation) throws -> String {
        let id = try invocation.required(name)
        guard (1...idLimit).contains(id.utf8.count) else {
            throw invocation.fault("\(name) must be an id of at most \(idLimit) bytes")
        }
        return id
    }

    private static func key(
        _ path: String, _ issuerID: String, _ keyID: String, _ invocation: Invocation
    ) throws -> Secret<[UInt8]> {
        let bytes = Secret(try FileContent.read(path))
        guard bytes.expose().count <= keyLimit else {
            throw CommandFailure.refused("\(path): larger than \(keyLimit) bytes: not a key")
        }
        do {
            _ = try StoreCredentials(
                issuerID: issuerID, keyID: keyID, bundleID: "any",
                privateKey: String(decoding: bytes.expose(), as: UTF8.self))
        } catch {
            switch error {
            case .badKey(let reason):
                throw CommandFailure.refused("\(path): not a key of the store's: \(reason)")
            case .badIssuerID, .badKeyID, .badBundleID:
                throw invocation.fault(
                    "--store-issuer and --store-key-id must be ids, as App Store Connect shows them"
                )
            }
        }
        return bytes
    }

    private static func addresses(_ invocation: Invocation) throws -> [String: String] {
        guard let url = try invocation.text("--store-url") else { return [:] }
        do { _ = try StoreEndpoint(url) } catch {
            throw invocation.fault("--store-url can't be used: \(error)")
        }
        return Dictionary(
            uniqueKeysWithValues: StoreEnvironment.allCases.map { ($0.rawValue, url) })
    }
}
