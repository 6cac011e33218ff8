import AppStore
import InterlockAPI
import Storage

/// Lets the service ask the store about one account.
enum ReconcileCommand {
    static let reconcile = Command(
        name: "reconcile", summary: "Ask the store for all that an account has bought.",
        discussion: """
            The service asks the store by itself, about what is due. This puts an account on its list, \
            ahead of everything that became due in the last hour: a running `serve` asks within seconds and \
            records what the ledger misses, page by page. It needs the app's access to the store (`app update \
            --store-issuer`), and something to ask by: an account that has bought nothing and shown no store \
            account can't be asked about. While the store refuses the app's access, nothing is asked: this says \
            until when, and ends with exit code 1.
            """,
        options: Option.database + [
            .app, Option("--account", "ID", "The account: your name of a user.", required: true),
            Option(
                "--environment", "WORD", "Production or Sandbox; all of the app's unless told."),
        ],
        examples: [
            ("interlock reconcile --app notes --account alice", "after a customer's complaint")
        ],
        run: { try await run($0) })

    private struct Asked: Encodable {
        struct Place: Encodable {
            let environment: StoreEnvironment
            /// Ids by which the store is asked.
            let leads: Int
        }

        let account: String
        let asked: [Place]
    }

    private static func run(_ invocation: Invocation) async throws {
        let account = AccountName(
            appID: try invocation.required("--app"),
            accountID: try invocation.required("--account"))
        let named = try invocation.words("--environment", as: StoreEnvironment.self).last
        try await DatabaseAccess.with(invocation) { storage in
            let environments = try await environments(of: account.appID, named, storage)
            var asked: [Asked.Place] = []
            for environment in environments {
                let leads = try await storage.checks.leads(account, environment)
                if leads.isEmpty { continue }
                _ = try await storage.checks.expect(
                    .account, account.key.wireText, appID: account.appID, environment,
                    within: .seconds(-3_600), atMostEvery: .zero)
                asked.append(Asked.Place(environment: environment, leads: leads.count))
            }
            if asked.isEmpty {
                throw CommandFailure.refused(
                    "nothing to ask by: account \(account.accountID) has bought nothing and shown no "
                        + "store account in \(environments.map(\.rawValue).joined(separator: ", "))"
                )
            }
            let resting = try await storage.apps.storeHealth().filter { health in
                health.appID == account.appID && health.restsUntil != nil
                    && asked.contains { $0.environment == health.environment }
            }
            if invocation.wantsJSON {
                try Output.json(Asked(account: account.accountID, asked: asked))
            } else {
                let awake = asked.filter { place in
                    !resting.contains { $0.environment == place.environment }
                }
                for place in awake {
                    Output.line(
                        "asked for in \(place.environment.rawValue), by \(place.leads) of its ids; "
                            + "a running service asks the store within seconds")
                }
            }
            if !resting.isEmpty {
                throw CommandFailure.refused(
                    resting.map { StoreHealthPrint(health: $0, now: StoreDate.now.timestamp) }
                        .map(\.finding.text).joined(separator: "\n"))
            }
        }
    }

    /// The environments to ask in, of an app that may be asked about.
    private static func environments(
        of id: String, _ named: StoreEnvironment?, _ storage: Storage
    ) async throws -> [StoreEnvironment] {
        guard let app = try await storage.apps.list().first(where: { $0.id == id }) else {
            throw AppCommands.missing(id)
        }
        guard try await storage.apps.storeAccess(of: id) != nil else {
            throw CommandFailure.refused(
                "app \(id) has no access to the store: interlock app update --id \(id) --store-issuer …"
            )
        }
        guard let named else { return app.environments }
        guard app.environments.contains(named) else {
            throw CommandFailure.refused("app \(id) is not in \(named.rawValue)")
        }
        return [named]
    }
}
