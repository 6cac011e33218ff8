import AppStore
import Authentication
import InterlockAPI
import Storage

/// Mints client tokens, for trying things out.
enum TokenCommand {
    static let token = Command(
        name: "token", summary: "Mint a client token for a device of an account.",
        discussion: """
            For trying things out: in production your backend mints them (POST /v1/client-tokens), or signs \
            its own with the keys of `app create --jwks`. Account and device need not exist before.
            """,
        options: Option.database + [
            .app, Option("--account", "ID", "The account: your name of a user.", required: true),
            Option("--device", "ID", "The device: one installation of the app.", required: true),
            Option("--expires-in", "SECONDS", "1 to 2592000, or 30 days (default 3600)."),
        ],
        examples: [("interlock token --app notes --account alice --device phone", "for an hour")],
        run: { try await run($0) })

    private static func run(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        let account = try invocation.required("--account")
        let device = try invocation.required("--device")
        let lifetime =
            try invocation.integer("--expires-in", in: ClientTokenMinter.lifetimes) ?? 3_600
        do {
            try Bounds.checkAccount(account, field: "--account")
            try Bounds.checkDevice(device, field: "--device")
        } catch { throw invocation.fault(error.description) }
        try await DatabaseAccess.with(invocation) { storage in
            let registry = AppRegistry(storage)
            try await registry.refresh()
            guard let found = registry.app(app) else { throw AppCommands.missing(app) }
            let now = Timestamp(microseconds: StoreDate.now.microseconds)
            let minted = try found.minter.mint(
                accountID: account, deviceID: device, lifetime: lifetime, now: now)
            if invocation.wantsJSON {
                return try Output.json(
                    ClientToken(token: minted.token, expiresAt: minted.expiresAt))
            }
            Output.line(minted.token)
        }
    }
}
