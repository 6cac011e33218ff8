import Authentication
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import StoreSigner
import Synchronization
import Telemetry
import TestSupport
import Testing

@testable import Service

@Suite("Secrets and the audit")
struct AuditSecretPromises {
    private final class Lines: LogOutput {
        let text = Mutex("")

        func write(_ line: [UInt8]) {
            text.withLock { $0 += String(decoding: line, as: UTF8.self) }
        }

        func takeDropped() -> Int { 0 }
    }

    @Test func `no act leaves a key, a token or a signed transaction in audit, pages or log`()
        async throws
    {
        let log = Lines()
        try await ServiceFixture.with(
            logger: Logger(level: .debug, format: .json, output: log)
        ) { fixture in
            let ann = try fixture.device("ann", "phone")
            let bill = try fixture.purchase("9", "lifetime")
            let store = try PrivateKey.generate(.p256)
            let pem = try store.pem().expose()
            let secrets = [
                ann.credential ?? "", bill, pem, fixture.operatorKey, fixture.adminKey,
                fixture.serviceKey, fixture.viewerKey,
            ]
            try await refuse(fixture, ann, secrets)
            let made = try await act(fixture, ann, bill, store)
            let marks = (secrets + [made]).flatMap(marks)
            #expect(marks.count >= 9)

            let audit = try await fixture.ask(
                "select string_agg(u::text, ' ') from interlock.audit u")
            let acts = try await fixture.ask(
                "select string_agg(distinct act, ' ' order by act) from interlock.audit")
            #expect(
                acts == AuditAct.allCases.map(\.rawValue).sorted().joined(separator: " "),
                "every act is done here")
            var admin = ConsoleBrowser(fixture)
            try await admin.signIn(fixture.adminKey)
            var pages = ""
            for path in [
                "/admin", "/admin/locks", "/admin/incidents?status=any", "/admin/audit",
                "/admin/account?id=bob", "/admin/keys", "/admin/catalog", "/admin/search?q=9",
            ] {
                let answer = try await admin.get(path)
                #expect(answer.status == 200 || answer.status == 303, "\(path)")
                pages += answer.text
            }
            pages += try await fixture.caller(fixture.viewerKey)
                .send(.get, "/v1/admin/audit?limit=200").text
            let lines = log.text.withLock(\.self)
            #expect(!lines.isEmpty)
            for mark in marks {
                #expect(audit?.contains(mark) == false, "in the audit")
                #expect(!pages.contains(mark), "in a page")
                #expect(!lines.contains(mark), "in the log")
            }
        }
    }

    @Test func `a secret in an id, metadata, an error or a form is on no page`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let key = fixture.operatorKey
            let token = try #require(try fixture.device("ann", "phone").credential)
            let tablet = try fixture.device(key, "tablet \(key)")
            let made = try await tablet.post(
                "/v1/intents",
                """
                {"product_id": "monthly", "request_id": "\(key)",
                 "metadata": {"\(key)": ["\(token)"]}}
                """)
            #expect(made.status == 201, "\(made.text)")
            let open = try made.read(IntentEnvelope.self).intent
            let failed = try await tablet.granted("coins")
            let error = #"{"result":"failed","error":"err \#(key) \#(token)"}"#
            #expect(try await tablet.report(failed, error).status == 200)

            var admin = ConsoleBrowser(fixture)
            try await admin.signIn(fixture.adminKey)
            var pages: [(String, String)] = []
            for path in [
                "/admin/locks", "/admin/locks?account_id=\(key)", "/admin/locks?product_id=\(key)",
                "/admin/audit?account_id=\(key)", "/admin/search?q=\(key)",
                "/admin/search?q=\(token)", "/admin/account?id=\(key)", "/admin/nope/\(key)",
                "/admin/intents/\(open.id.wireText)", "/admin/intents/\(failed.id.wireText)",
            ] { pages.append((path, try await admin.get(path).text)) }
            try await admin.get("/admin/keys")
            let label = try await admin.post("/admin/keys", ["role": "viewer", "label": key])
            #expect(label.status == 400)
            pages.append(("the refused label", label.text))
            try await admin.get("/admin/locks")
            let look = try await admin.post("/admin/locks/release", ["all": "yes"])
            #expect(look.status == 200 && look.text.contains("ilk_•••"))
            pages.append(("what would be released", look.text))
            var nobody = ConsoleBrowser(fixture)
            let next = "/admin/sign-in?next=%2Fadmin%2Flocks%3Fproduct_id%3D\(key)"
            pages.append(("sign-in", try await nobody.get(next).text))
            let marks = marks(key) + marks(token)
            for (name, page) in pages {
                for mark in marks { #expect(!page.contains(mark), "\(name)") }
            }
            let shown = try await admin.get("/admin/intents/\(failed.id.wireText)").text
            #expect(shown.contains("err ilk_••• eyJ•••"), "what stands beside it stays")
        }
    }

    /// A reason or a label that holds one is refused everywhere.
    private func refuse(
        _ fixture: ServiceFixture, _ ann: Device, _ secrets: [String]
    ) async throws {
        let intent = try await ann.granted("coins")
        let person = fixture.caller(fixture.operatorKey)
        var admin = ConsoleBrowser(fixture)
        try await admin.signIn(fixture.adminKey)
        for secret in secrets {
            let reason = String("see \(secret)".prefix(500))
            let release = try WireCoding.encode(ReleaseRequest(reason: reason))
            for path in [
                "/v1/admin/intents/\(intent.id.wireText)/release",
                "/v1/admin/incidents/\(UUID().wireText)/resolve",
            ] {
                let refused = try await person.post(path, String(decoding: release, as: UTF8.self))
                #expect(refused.status == 400 && !refused.text.contains(secret.prefix(30)))
            }
            let path = "/admin/intents/\(intent.id.wireText)"
            try await admin.get(path)
            #expect(try await admin.post("\(path)/release", ["reason": reason]).status == 400)
            try await admin.get("/admin/keys")
            let label = try await admin.post(
                "/admin/keys", ["role": "viewer", "label": String(reason.prefix(120))])
            #expect(label.status == 400)
        }
    }

    /// Does everything that is audited; gives the key that was made.
    private func act(
        _ fixture: ServiceFixture, _ ann: Device, _ bill: String, _ store: PrivateKey
    ) async throws -> String {
        let person = fixture.caller(fixture.operatorKey)
        let intent = try await ann.granted("monthly")
        for device in [ann, try fixture.device("cat", "phone")] {
            _ = try await device.upload([bill])
        }
        let incident = try #require(try await fixture.incidents("kind=owner_conflict").first)
        for (path, body) in [
            ("/v1/admin/intents/\(intent.id.wireText)/release", #"{"reason":"r"}"#),
            ("/v1/admin/incidents/\(incident.id)/resolve", #"{"reason":"r"}"#),
            ("/v1/admin/transactions/9/transfer", #"{"account_id":"bob","reason":"r"}"#),
        ] {
            let answer = try await person.post(path, body)
            #expect(answer.status == 200, "\(path): \(answer.text)")
        }
        let backend = fixture.caller(fixture.serviceKey)
        #expect(
            try await backend.post("/v1/accounts/cat/merge", #"{"into":"bob"}"#).status == 200)
        #expect(try await backend.send(.delete, "/v1/accounts/ann").status == 204)
        let apps = fixture.storage.apps
        var change = AppChange()
        change.bundleIDs = ["com.example.more"]
        #expect(try await apps.update("demo", change, actor: .user) == "updated")
        let access = StoreAccess(
            issuerID: "issuer", keyID: "KEYID", privateKey: Secret(try store.pkcs8().expose()),
            addresses: [:])
        #expect(try await apps.setStoreAccess(access, of: "demo", actor: .user) == "set")
        var admin = ConsoleBrowser(fixture)
        try await admin.signIn(fixture.adminKey)
        try await admin.get("/admin/keys")
        let made = try await admin.post("/admin/keys", ["role": "viewer", "label": "desk"]).text
        let key = try #require(made.firstMatch(of: /ilk_[A-Za-z0-9_-]{43}/))
        let id = try await fixture.ask(
            "select key_id::text from interlock.access_key where label = 'desk'")
        let path = "/admin/keys/\(try #require(id))/revoke"
        try await admin.get(path)
        #expect(try await admin.post(path).status == 303)
        return String(key.output)
    }

    /// Pieces of a secret that nothing else has: of a signed text its signature, of a PEM a line.
    private func marks(_ secret: String) -> [String] {
        if secret.contains("BEGIN") {
            return secret.split(separator: "\n").filter { $0.count > 40 }.map(String.init)
        }
        if secret.hasPrefix("eyJ") {
            return [secret.split(separator: ".").last.map(String.init) ?? secret]
        }
        return [secret]
    }
}
