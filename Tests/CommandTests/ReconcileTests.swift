import Cryptography
import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

@testable import interlock

/// What an operator gives the service to ask the store with, and what it does on demand.
@Suite struct ReconcileTests {
    private struct Bought: Decodable {
        let result: String
    }

    private struct Shown: Decodable {
        let signed: String

        enum CodingKeys: String, CodingKey {
            case signed = "signed_app_transaction"
        }
    }

    private struct Asked: Decodable {
        struct Place: Decodable {
            let environment: String
            let leads: Int
        }

        let account: String
        let asked: [Place]
    }

    /// A running stand-in store.
    private struct Store {
        let process: ServerProcess
        let url: String
        let issuer: String
        let key: String
        let keyFile: String
        let root: String

        static func start() async throws -> Store {
            let folder = try TestFolder.path("reconcile-store")
            let line =
                "fake-store serve --folder \(folder) --bundle-id com.example --listen 127.0.0.1:0 "
                + "--product monthly=auto_renewable,group=pro"
            let process = try ServerProcess(
                "interlock", line.split(separator: " ").map(String.init))
            let url = try await process.line(after: "listening on ")
            let ids = try await process.line(after: "API issuer ").split(separator: ", key ")
            return Store(
                process: process, url: url, issuer: String(ids[0]), key: String(ids[1]),
                keyFile: try await process.line(after: "API private key: "),
                root: "\(folder)/root.pem")
        }

        var access: String {
            "--store-issuer \(issuer) --store-key-id \(key) --store-key-file \(keyFile)"
        }
    }

    private func refused(
        _ stage: CommandStage, _ line: String, status: Int32 = 1
    ) async throws -> String {
        let words = line.split(separator: " ").map(String.init)
        let ran = try await ProgramOutput(words + ["--data-dir", stage.folder])
        #expect(ran.status == status, "\(line): \(ran.output)\(ran.errors)")
        #expect(ran.output.isEmpty)
        return ran.errors
    }

    @Test("An account is asked about on demand, and what was missed is known")
    func onDemand() async throws {
        try await CommandStage.with { stage in
            let store = try await Store.start()
            let without = "reconcile --app notes --account ada"
            #expect(try await refused(stage, without).contains("no access to the store"))
            let update = "app update --id notes --root-certificate \(store.root)"
            let ran = try await stage.run("\(update) \(store.access) --store-url \(store.url)")
            #expect(ran.errors.isEmpty)
            #expect(try await refused(stage, without).contains("nothing to ask by"))
            #expect(
                try await refused(stage, "\(without) --environment Production")
                    .contains("not in Production"))
            #expect(
                try await refused(stage, "reconcile --app none --account ada")
                    .contains("no app none"))
            try await buyUnseen(stage, store)
            let asked = try await stage.json(Asked.self, without)
            #expect(asked.account == "ada")
            #expect(asked.asked.map(\.environment) == ["Sandbox"])
            #expect(asked.asked.map(\.leads) == [1])
            let token = try await stage.token("ada", "pad")
            try await withLoop { loop in
                let connection = HTTPConnection(host: "127.0.0.1", port: stage.port, on: loop)
                try await eventually("owned", within: .seconds(60)) {
                    let answer = try await connection.request(
                        .get, "/v1/entitlements", headers: [("Authorization", "Bearer \(token)")])
                    return try WireCoding.decode(EntitlementsDocument.self, from: answer.body)
                        .entitlements.contains { $0.state == .active }
                }
                connection.close()
            }
            let people = try await stage.run(without)
            #expect(people.output.hasPrefix("asked for in Sandbox"))
            store.process.send(SIGTERM)
            #expect(try await store.process.status() == 0)
        }
    }

    @Test("An operator sees how the store is asked, and that an access that is refused rests")
    func health() async throws {
        try await CommandStage.with { stage in
            let store = try await Store.start()
            let update = "app update --id notes"
            try await stage.run(
                "\(update) --root-certificate \(store.root) \(store.access) "
                    + "--store-url \(store.url)")
            func doctor(_ status: Int32) async throws -> String? {
                let ran = try await ProgramOutput(["doctor", "--data-dir", stage.folder])
                let line = ran.output.split(separator: "\n").first {
                    $0.contains("notes, Sandbox: the store at \(store.url), key ")
                }
                return ran.status == status ? line.map(String.init) : nil
            }
            try await eventually("it is asked", within: .seconds(60)) {
                try await doctor(0)?.hasPrefix("ok") == true
            }
            #expect(try await doctor(0)?.contains("last success 20") == true)
            try await buyUnseen(stage, store)
            let key = try CommandStage.file("other.p8", try makeKey())
            try await stage.run("\(update) --store-key-file \(key)")
            let words = ["reconcile", "--app", "notes", "--account", "ada"]
            // Again and again: the service may not have heard of the key yet.
            try await eventually("it rests", within: .seconds(60)) {
                _ = try await ProgramOutput(words + ["--data-dir", stage.folder])
                return try await doctor(1)?.hasPrefix("fail") == true
            }
            let said = try #require(try await doctor(1))
            #expect(said.contains("rests until 20") && said.contains("unauthorized"), "\(said)")
            let asked = try await refused(stage, "reconcile --app notes --account ada")
            #expect(asked.contains("nothing is asked before"), "\(asked)")
            try await stage.run("\(update) --store-key-file \(store.keyFile)")
            try await eventually("it is asked again", within: .seconds(60)) {
                _ = try await ProgramOutput(words + ["--data-dir", stage.folder])
                return try await doctor(0)?.hasPrefix("ok") == true
            }
            store.process.send(SIGTERM)
            #expect(try await store.process.status() == 0)
        }
    }

    /// A device reserves, shows its store account, and buys; then nothing more is heard of it.
    private func buyUnseen(_ stage: CommandStage, _ store: Store) async throws {
        let shown = try await ProgramOutput(
            ["fake-store", "app-transaction", "--url", store.url, "--buyer", "anna", "--json"])
        let signed = try WireCoding.decode(Shown.self, from: Array(shown.output.utf8)).signed
        let token = try await stage.token("ada", "phone")
        let wish = ReserveRequest(
            productID: "monthly", requestID: "r", signedAppTransaction: signed)
        let intent = try await withLoop { loop in
            let connection = HTTPConnection(host: "127.0.0.1", port: stage.port, on: loop)
            defer { connection.close() }
            var intent: Intent?
            // The root is known in a moment.
            try await eventually("granted") {
                let answer = try await connection.request(
                    .post, "/v1/intents",
                    headers: [
                        ("Authorization", "Bearer \(token)"), ("Content-Type", "application/json"),
                    ], body: try WireCoding.encode(wish))
                guard answer.status == 201 else { return false }
                intent = try WireCoding.decode(IntentEnvelope.self, from: answer.body).intent
                return true
            }
            return try #require(intent)
        }
        let bought = try await ProgramOutput(
            [
                "fake-store", "buy", "--url", store.url, "--buyer", "anna", "--product", "monthly",
                "--token", intent.appAccountToken.wireText, "--json",
            ])
        let result = try WireCoding.decode(Bought.self, from: Array(bought.output.utf8)).result
        #expect(result == "purchased")
    }

    private struct Listed: Decodable {
        struct App: Decodable {
            struct Store: Decodable {
                let issuerID: String
                let keyID: String
                let urls: [String: String]

                enum CodingKeys: String, CodingKey {
                    case urls
                    case issuerID = "issuer_id"
                    case keyID = "key_id"
                }
            }

            let id: String
            let store: Store?
        }

        let apps: [App]
    }

    @Test("Each part of an access changes alone and is shown, the key is not; it can be removed")
    func parts() async throws {
        try await CommandStage.with { stage in
            let key = try CommandStage.file("good.p8", try makeKey())
            func store() async throws -> Listed.App.Store? {
                let app = try await stage.json(Listed.App.self, "app show --id notes").store
                let listed = try await stage.json(Listed.self, "app list").apps.first?.store
                #expect(app?.urls == listed?.urls && app?.keyID == listed?.keyID)
                return app
            }
            #expect(try await store() == nil)
            let update = "app update --id notes"
            let whole = "--store-issuer i --store-key-id k --store-key-file \(key)"
            try await stage.run("\(update) \(whole)")
            let own = "https://api.storekit-sandbox.apple.com"
            #expect(try await store()?.urls == ["Sandbox": own])
            let standIn = "http://127.0.0.1:9"
            try await stage.run("\(update) --store-url \(standIn)")
            try await stage.run("\(update) \(whole)")
            #expect(try await store()?.urls == ["Sandbox": standIn])
            try await stage.run("\(update) --store-key-id k2")
            try await stage.run("\(update) --store-issuer i2")
            try await stage.run("\(update) --store-key-file \(key)")
            let changed = try #require(try await store())
            #expect(changed.issuerID == "i2" && changed.keyID == "k2")
            #expect(changed.urls == ["Sandbox": standIn])
            for line in ["app list", "app show --id notes"] {
                let shown = try await stage.run(line).output
                #expect(shown.contains(standIn) && shown.contains("k2"), "\(shown)")
                let body = try makeLines(key)
                #expect(!body.contains { shown.contains($0) })
            }
            try await stage.run("\(update) --store-url default")
            #expect(try await store()?.urls == ["Sandbox": own])
            let both = try await refused(
                stage, "\(update) --no-store-access --store-key-id k", status: 2)
            #expect(both.contains("no other --store option"))
            try await stage.run("\(update) --no-store-access")
            #expect(try await store() == nil)
            #expect(
                try await refused(stage, "\(update) --store-url \(standIn)", status: 2)
                    .contains("belong together"))
        }
    }

    @Test("A key with a passphrase, and more than an address, are refused with the reason")
    func reasons() async throws {
        try await CommandStage.with { stage in
            let update = "app update --id notes"
            for mark in ["ENCRYPTED PRIVATE KEY", "EC PRIVATE KEY"] {
                let kind = mark.hasPrefix("EC") ? "Proc-Type: 4,ENCRYPTED\n" : ""
                let path = try CommandStage.file(
                    "locked.p8",
                    "-----BEGIN \(mark)-----\n\(kind)AAAA\n-----END \(mark)-----\n")
                let said = try await refused(stage, "\(update) --store-key-file \(path)")
                #expect(said.contains("encrypted with a passphrase"), "\(said)")
            }
            let reasons = [
                ("http://user:secretword@127.0.0.1:1", "a user name or a password"),
                ("https://user@example.com", "a user name or a password"),
                ("https://example.com/?key=secretword", "a query"),
                ("https://example.com?a", "a query"), ("https://example.com/#a", "a fragment"),
                ("https://example.com/inApps", "a path"),
            ]
            for (url, reason) in reasons {
                let said = try await refused(stage, "\(update) --store-url \(url)", status: 2)
                #expect(said.contains(reason), "\(said)")
                #expect(!said.contains("secretword"))
            }
        }
    }

    @Test("Access to the store is all or nothing, its key is checked, and never shown")
    func access() async throws {
        try await CommandStage.with { stage in
            let key = try CommandStage.file("good.p8", try makeKey())
            let parts = "--store-issuer i --store-key-id k"
            let create = "app create --id two --bundle-id com.example.two --environment Sandbox"
            let missing = try await refused(stage, "\(create) \(parts)", status: 2)
            #expect(missing.contains("--store-key-file missing"))
            let alone = "app update --id notes --store-url http://127.0.0.1:1"
            #expect(try await refused(stage, alone, status: 2).contains("belong together"))
            let whole = "\(parts) --store-key-file \(key)"
            let open = "\(create) \(whole) --store-url http://example.com"
            #expect(try await refused(stage, open, status: 2).contains("--store-url"))
            let secret = "SECRETSECRETSECRET"
            let bad = try CommandStage.file(
                "bad.p8", "-----BEGIN PRIVATE KEY-----\n\(secret)\n-----END PRIVATE KEY-----\n")
            let unread = try await refused(stage, "\(create) \(parts) --store-key-file \(bad)")
            #expect(unread.contains("not a key of the store's"))
            #expect(!unread.contains(secret))
            #expect(
                try await refused(stage, "\(create) \(parts) --store-key-file \(bad).none")
                    .contains("No such file"))
            // Nothing of all that was done.
            #expect(try await !stage.run("app list").output.contains("two"))
            let made = try await stage.run("\(create) \(whole)")
            let changed = try await stage.run("app update --id two \(whole) --json")
            let body = try makeLines(key)
            for ran in [made, changed] {
                #expect(!body.contains { ran.output.contains($0) || ran.errors.contains($0) })
            }
            let reconcile = "reconcile --app two --account ada"
            #expect(try await refused(stage, reconcile).contains("nothing to ask by"))
        }
    }

    private func makeKey() throws -> String {
        try PrivateKey.generate(.p256).pem().expose()
    }

    /// The key's own lines, which must not be seen anywhere.
    private func makeLines(_ path: String) throws -> [Substring] {
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("-") }
    }
}
