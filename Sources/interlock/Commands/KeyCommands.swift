import Authentication
import Cryptography
import FoundationEssentials
import InterlockAPI
import Storage

/// Makes and revokes access keys.
enum KeyCommands {
    static let all = [create, list, revoke]

    static let create = Command(
        name: "key create", summary: "Make an access key; it is shown once.",
        discussion: """
            service is for your backend: it acts for accounts and mints client tokens. The others are for \
            people: viewer reads locks and intents, operator also releases them, admin also replaces the \
            catalog, and makes and revokes keys. They sign in to the console with it. In requests send it as \
            Authorization: Bearer ilk_…
            """,
        options: Option.database + [
            .app, Option("--role", "ROLE", "service, viewer, operator or admin.", required: true),
            Option(
                "--label", "TEXT",
                "Whom or what it is for, at most 128 bytes; `key list` and the audit show it.",
                required: true),
        ],
        examples: [
            ("interlock key create --app notes --role service --label backend", "for your backend"),
            (
                "interlock key create --app notes --role operator --label 'Ben, support'",
                "for a person, who signs in to the console with it"
            ),
        ],
        run: { try await create($0) })

    static let list = Command(
        name: "key list",
        summary: "List an app's keys, without their secrets; when they were used, within the hour.",
        options: Option.database + [.app],
        examples: [("interlock key list --app notes", "a table")], run: { try await list($0) })

    static let revoke = Command(
        name: "key revoke", summary: "Revoke a key; within two seconds it is refused.",
        operands: ["KEY-ID"], options: Option.database + [.app, Confirmation.option],
        examples: [
            (
                "interlock key revoke 01980000-0000-7000-8000-000000000001 --app notes",
                "the id is in `key list`"
            )
        ],
        run: { try await revoke($0) })

    private struct Created: Encodable {
        let id: String
        let key: String
    }

    private struct Revoked: Encodable { let id: String }

    private struct Listed: Encodable {
        struct Key: Encodable {
            let id: String
            let role: String
            let label: String
            let created_at: Timestamp?
            let used_at: Timestamp?
            let revoked_at: Timestamp?
        }

        let keys: [Key]
    }

    private static func create(_ invocation: Invocation) async throws {
        guard let role = try invocation.words("--role", as: KeyRole.self).last else {
            throw invocation.fault("--role is missing")
        }
        let app = try invocation.required("--app")
        let label = try invocation.required("--label")
        do {
            try Bounds.checkIdentifier(label, field: "--label", bytes: 128)
            try Bounds.checkNote(label, field: "--label")
        } catch {
            throw invocation.fault(error.description)
        }
        try await DatabaseAccess.with(invocation) { storage in
            let id = UUIDv7.make()
            let (text, key) = AccessKey.generate()
            let outcome = try await storage.keys.create(
                key, id: id, appID: app, role: role, label: label, actor: .user)
            guard outcome == "created" else { throw AppCommands.missing(app) }
            if invocation.wantsJSON {
                return try Output.json(Created(id: id.wireText, key: text.expose()))
            }
            Output.line("id   \(id.wireText)")
            Output.line("key  \(text.expose())")
            Output.line("Keep it: it is not stored and not shown again.")
        }
    }

    private static func list(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        try await DatabaseAccess.with(invocation) { storage in
            try await AppCommands.require(app, storage)
            let keys = try await storage.keys.list(appID: app)
            if invocation.wantsJSON {
                return try Output.json(
                    Listed(
                        keys: keys.map {
                            Listed.Key(
                                id: $0.id.wireText, role: $0.role.rawValue, label: $0.label,
                                created_at: $0.createdAt, used_at: $0.usedAt,
                                revoked_at: $0.revokedAt)
                        }))
            }
            Output.table(
                ["ID", "ROLE", "LABEL", "CREATED", "USED", "REVOKED"],
                keys.map {
                    [
                        $0.id.wireText, $0.role.rawValue, $0.label, "\($0.createdAt, default: "")",
                        "\($0.usedAt, default: "")", "\($0.revokedAt, default: "")",
                    ]
                })
        }
    }

    private static func revoke(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        guard let id = invocation.operands.first.flatMap(UUID.init(uuidString:)) else {
            throw invocation.fault("KEY-ID must be the id of a key, as `key list` shows it")
        }
        try Confirmation.require(
            "Revoke the key \(id.wireText)? Whoever uses it is refused.", invocation, isExact: true)
        try await DatabaseAccess.with(invocation) { storage in
            try await AppCommands.require(app, storage)
            guard try await storage.keys.revoke(id, appID: app, actor: .user) else {
                throw CommandFailure.refused("app \(app) has no key \(id.wireText)")
            }
            await DatabaseAccess.announce(.apps, storage)
            if invocation.wantsJSON { return try Output.json(Revoked(id: id.wireText)) }
            Output.line("revoked \(id.wireText)")
        }
    }
}
