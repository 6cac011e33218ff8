import AppStore
import Authentication
import InterlockAPI
import Storage

/// Mints client tokens, for trying things out.
enum TokenCommand {
    static let token = Command(
        name: "token", summary: "Mint a client token for a device of an account.",
        options: Option.database + [
            .app, Option("--account", "ID", "The account.", required: true),
            Option("--device", "ID", "The device.", required: true),
            Option("--expires-in", "SECONDS", "1 to 2592000 (default 3600)."), .json,
        ],
        examples: [("interlock token --app notes --account alice --device phone", "for an hour")],
        run: { try await run($0) })

    private static func run(_ invocation: Invocation) async throws {
        let app = try invocation.required("--app")
        let account = try invocation.required("--account")
        let device = try invocation.required("--device")
        let lifetime =
            try invocation.integer("--expires-in", in: ClientTokenMinter.lifetimes) ?? 3_600
        try await DatabaseAccess.with(invocation) { storage in
            let registry = AppRegistry(storage)
            try await registry.refresh()
            guard let found = registry.app(app) else {
                throw CommandFailure.refused("there is no app \(app); see interlock app list")
            }
            let now = Timestamp(microseconds: StoreDate.now.microseconds)
            let minted: MintedClientToken
            do {
                minted = try found.minter.mint(
                    accountID: account, deviceID: device, lifetime: lifetime, now: now)
            } catch { throw CommandFailure.refused("account and device: 1 to 128 bytes") }
            if invocation.wantsJSON {
                return try Output.json(
                    ClientToken(token: minted.token, expiresAt: minted.expiresAt))
            }
            Output.line(minted.token)
        }
    }
}
