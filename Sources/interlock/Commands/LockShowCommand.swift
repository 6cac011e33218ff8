import Coordination
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
            let elsewhere = try await elsewhere(found, app, storage)
            if invocation.wantsJSON { return try Output.json(LockShown(found, elsewhere)) }
            facts(found)
            Output.line("")
            Output.table(
                ["WHEN", "FROM", "TO", "WHO", "WHY"],
                found.history.map { step in
                    [
                        "\(step.at)", step.from ?? "", step.to + step.delayWords,
                        step.actor.words, step.reason ?? "",
                    ]
                })
            if let elsewhere { print(elsewhere) }
        }
    }

    /// What the other devices see of the products that its sets close; nil when its scope is gone.
    private static func elsewhere(
        _ found: ConsoleIntent, _ app: String, _ storage: Storage
    ) async throws -> DevicesElsewhere? {
        guard
            let reading = try await storage.scopes.read(
                found.scopeID, found.intent.environment)
        else { return nil }
        let catalog = try await CatalogCommands.read(app, storage).compiled
        let evaluator = StateEvaluator(catalog: catalog, epoch: try await storage.apps.epoch())
        return DevicesElsewhere(found, reading, evaluator)
    }

    private static func print(_ elsewhere: DevicesElsewhere) {
        Output.line("")
        guard !elsewhere.rows.isEmpty else {
            return Output.line("Its sets close nothing that is in the catalog.")
        }
        Output.line("What other devices see:")
        Output.table(
            ["WHO", "PRODUCTS", "BUTTON", "BY", "INTENT", "UNTIL"],
            elsewhere.rows.map { row in
                let until = row.state.holder?.expiresAt ?? row.state.owned?.expiresAt
                return [
                    row.member ?? "its account", row.products.joined(separator: ", "),
                    row.state.status.rawValue,
                    row.holder.map { "\($0.accountID), \($0.status.rawValue)" }
                        ?? row.state.owned.map { "owns \($0.productID)" } ?? "",
                    row.holder?.intentID.wireText ?? "", "\(until, default: "")",
                ]
            })
    }

    private static func facts(_ found: ConsoleIntent) {
        let intent = found.intent
        let facts: [(String, String?)] = [
            ("intent", intent.id.wireText),
            ("status", intent.status.rawValue + (found.isStuck ? " (stuck)" : "")),
            ("waits for", intent.status == .pending ? intent.pendingReason?.rawValue : nil),
            ("product", intent.productID),
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
}

extension ConsoleStep {
    /// What a release says of its sets: a second one has no other news.
    fileprivate var delayWords: String {
        switch actor.delay {
        case .until(let end): ", closed to everybody until \(end)"
        case .ended: ", opened again"
        case nil: ""
        }
    }
}
