import FoundationEssentials
import InterlockAPI
import Service
import Storage

/// Shows what happened to one intent.
enum LockShowCommand {
    static let show = Command(
        name: "locks show", summary: "Show one intent: what it holds, and all that happened to it.",
        discussion: """
            INTENT is an id that `locks list`, `search` or `account show` gives; also of one that has ended. \
            Its history tells who did what, the oldest first.
            """,
        operands: ["INTENT"], options: Option.database + [.app],
        examples: [
            (
                "interlock locks show 01980000-0000-7000-8000-000000000001 --app notes",
                "what is it waiting for?"
            )
        ],
        run: { try await show($0) })

    private static func show(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        guard let id = invocation.operands.first.flatMap(UUID.init(uuidString:)) else {
            throw invocation.fault("INTENT must be an id, as `locks list` shows it")
        }
        try await DatabaseAccess.with(invocation) { storage in
            try await AppCommands.require(app, storage)
            guard let found = try await storage.console.intent(appID: app, id: id) else {
                throw CommandFailure.refused("app \(app) has no intent \(id.wireText)")
            }
            if invocation.wantsJSON { return try Output.json(Shown(found)) }
            facts(found)
            Output.line("")
            Output.table(
                ["WHEN", "FROM", "TO", "WHO", "WHY"],
                found.history.map { step in
                    [
                        "\(step.at)", step.from ?? "", step.to, step.actor.words,
                        step.reason ?? "",
                    ]
                })
        }
    }

    private static func facts(_ found: ConsoleIntent) {
        let intent = found.intent
        let facts: [(String, String?)] = [
            ("intent", intent.id.wireText),
            ("status", intent.status.rawValue + (found.isStuck ? " (stuck)" : "")),
            ("waits for", intent.pendingReason?.rawValue), ("product", intent.productID),
            ("account", intent.accountID), ("device", intent.deviceID),
            ("environment", intent.environment.rawValue), ("group", found.groupID),
            ("holds", found.claims.isEmpty ? "nothing" : found.claims.joined(separator: ", ")),
            ("other open intents", "\(found.beside)"), ("since", "\(intent.createdAt)"),
            ("last change", "\(intent.updatedAt)"),
            (
                intent.status == .released ? "closed to everybody until" : "until",
                intent.expiresAt.map { "\($0)" }
            ),
            ("warns until", found.riskUntil.map { "\($0)" }), ("error", found.error),
            ("transaction", intent.transactionID),
            ("settled late", intent.settledLate ? "yes" : nil),
            (
                "risks",
                intent.risks.isEmpty
                    ? nil : intent.risks.map(\.rawValue).joined(separator: ", ")
            ),
        ]
        Output.facts(facts)
    }

    /// The document of `--json`.
    private struct Shown: Encodable {
        struct Step: Encodable {
            let at: Timestamp
            let from: String?
            let to: String
            let actor: Actor
            let reason: String?
        }

        struct Actor: Encodable {
            let kind: String
            let device_id: String?
            let label: String?
            let source: String?
        }

        let intent: Intent
        let etag: String
        let stuck: Bool
        let scope: StateDocument.Scope
        let claims: [String]
        let open_beside: Int64
        let reported_at: Timestamp?
        let risk_until: Timestamp?
        let error: String?
        let history: [Step]
        let transaction: AccountPurchase?

        init(_ found: ConsoleIntent) {
            intent = found.intent
            etag = Lock.etag(of: found.intent)
            stuck = found.isStuck
            scope = .init(
                kind: found.groupID == nil ? .account : .group, groupID: found.groupID)
            claims = found.claims
            open_beside = found.beside
            reported_at = found.reportedAt
            risk_until = found.riskUntil
            error = found.error
            history = found.history.map {
                Step(
                    at: $0.at, from: $0.from, to: $0.to,
                    actor: Actor(
                        kind: $0.actor.kind, device_id: $0.actor.deviceID, label: $0.actor.label,
                        source: $0.actor.source), reason: $0.reason)
            }
            transaction = found.transaction.map(AccountPurchase.init)
        }
    }
}
