import FoundationEssentials
import InterlockAPI
import Storage

/// Shows and resolves incidents.
enum IncidentCommands {
    static let all = [list, resolve]

    /// More than a person reads.
    private static let listLimit: Int32 = 1_000

    private enum Status: String, CaseIterable { case open, resolved, any }

    static let list = Command(
        name: "incidents list", summary: "List what a person should see, the newest first.",
        discussion: """
            Such as two purchases that exclude each other, a purchase that two accounts claim, or one that \
            is nobody's. The same happening is one incident, however often it is seen. Shows \(listLimit) \
            at most.
            """,
        options: Option.database + [
            .app, Option("--status", "WORD", "open (unless told otherwise), resolved or any."),
            Option(
                "--kind", "WORD",
                "Only this kind: \(IncidentKind.allCases.map(\.rawValue).joined(separator: ", "))."),
            Option("--account", "ID", "Only those about this account."),
            Option("--environment", "WORD", "Only Production or Sandbox."),
        ],
        examples: [
            ("interlock incidents list --app notes", "what waits for a person?"),
            (
                "interlock incidents list --app notes --kind owner_conflict --status any",
                "every dispute there was"
            ),
        ],
        run: { try await list($0) })

    static let resolve = Command(
        name: "incidents resolve", summary: "Resolve an incident, with a reason for the audit.",
        discussion: """
            INCIDENT is the id that `incidents list` shows. It changes nothing else, and more of the same \
            does not open it again. Resolved already, it stays as it was: by whom and why is said, and it \
            ends with 0.
            """,
        operands: ["INCIDENT"],
        options: Option.database + [
            .app, Option("--reason", "TEXT", "Why; it is kept.", required: true),
            Confirmation.option,
        ],
        examples: [
            (
                """
                interlock incidents resolve 01980000-0000-7000-8000-000000000001 --app notes \
                --reason 'refunded, ticket 4'
                """, "the reason is kept in the audit"
            )
        ],
        run: { try await resolve($0) })

    private static func list(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        var filter = IncidentStore.Filter()
        if let status = try invocation.words("--status", as: Status.self).last {
            filter.status = status.rawValue
        }
        filter.kind = try invocation.words("--kind", as: IncidentKind.self).last
        filter.environment = try invocation.words("--environment", as: StoreEnvironment.self).last
        filter.account = try invocation.searched("--account").map {
            AccountName(appID: app, accountID: $0)
        }
        try await DatabaseAccess.with(invocation) { [filter] storage in
            try await AppCommands.require(app, storage)
            let incidents = try await storage.incidents.list(
                appID: app, filter, before: nil, limit: listLimit)
            if incidents.count == Int(listLimit) {
                Output.error("interlock: the first \(listLimit) alone; narrow it with --kind")
            }
            if invocation.wantsJSON {
                return try Output.json(IncidentList(incidents: incidents))
            }
            Output.table(
                ["INCIDENT", "KIND", "ACCOUNT", "ENVIRONMENT", "STATUS", "TIMES", "SINCE", "WHAT"],
                incidents.map { incident in
                    [
                        incident.id, incident.kind, incident.accountID ?? "",
                        incident.environment.rawValue, incident.status, "\(incident.times)",
                        "\(incident.openedAt)", words(of: incident.detail),
                    ]
                })
        }
    }

    /// A detail on one line: `product_id=pro transaction_id=7`, a list's elements in brackets.
    private static func words(of detail: WireValue) -> String {
        switch detail {
        case .null: "none"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let text): text
        case .array(let elements): elements.map { "[\(words(of: $0))]" }.joined(separator: " ")
        case .object(let members):
            members.sorted { $0.key < $1.key }.map { "\($0.key)=\(words(of: $0.value))" }
                .joined(separator: " ")
        }
    }

    private static func resolve(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        let reason = try invocation.required("--reason")
        do { try Bounds.checkNote(reason, field: "--reason") } catch {
            throw invocation.fault(error.description)
        }
        guard let id = invocation.operands.first.flatMap(UUID.init(uuidString:)) else {
            throw invocation.fault("INCIDENT must be an id, as `incidents list` shows it")
        }
        try Confirmation.require(
            "Resolve the incident \(id.wireText)?", invocation, isExact: true)
        try await DatabaseAccess.with(invocation) { storage in
            try await AppCommands.require(app, storage)
            let resolution = try await storage.incidents.resolve(
                appID: app, id: id, reason: reason, actor: .user)
            var filter = IncidentStore.Filter()
            filter.status = "any"
            filter.id = id
            let found = try await storage.incidents.list(appID: app, filter, before: nil, limit: 1)
            guard let resolution, let incident = found.first else {
                throw CommandFailure.refused("app \(app) has no incident \(id.wireText)")
            }
            if invocation.wantsJSON { return try Output.json(IncidentEnvelope(incident: incident)) }
            Output.line(
                resolution.isNew
                    ? "resolved \(incident.kind): \(resolution.reason)"
                    : """
                    \(incident.kind) was resolved already, by \(resolution.by.words) at \
                    \(resolution.at): \(resolution.reason)
                    """)
        }
    }
}
