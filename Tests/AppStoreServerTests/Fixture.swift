import AppStoreServer
import Cryptography
import EventLoop
import InterlockAPI
import TestSupport

/// One key, one clock, one client.
struct Fixture: Sendable {
    let key: PrivateKey
    let clock: TestClock
    let store: StandIn
    let client: StoreServer

    /// Runs `body` with a stand-in for both environments and a client of it, on a loop of their
    /// own.
    static func open(
        _ behaviour: @escaping StandIn.Behaviour, chance: Double = 0.5,
        _ change: (inout StoreServerConfiguration) -> Void = { _ in },
        _ body: (Fixture) async throws -> Void
    ) async throws {
        try await withLoop { loop in
            try await StandIn.open(on: loop, behaviour) { store in
                var configuration = StoreServerConfiguration()
                let endpoint = try store.endpoint
                configuration.endpoints = [.production: endpoint, .sandbox: endpoint]
                change(&configuration)
                let clock = TestClock(chance: chance)
                let key = try PrivateKey.generate(.p256)
                let client = StoreServer(
                    configuration, try credentials(key), on: loop, clock: clock.clock)
                try await body(Fixture(key: key, clock: clock, store: store, client: client))
                client.close()
            }
        }
    }

    static func credentials(_ key: PrivateKey) throws -> StoreCredentials {
        try StoreCredentials(
            issuerID: "0b7d4c9e-51aa-4222-8333-9a6f00c0ffee", keyID: "ILKTEST001",
            bundleID: "com.example.app", privateKey: try key.pem().expose())
    }
}

/// Runs a call that has to fail, and gives its error.
func failure(
    _ call: () async throws(StoreServerError) -> Void
) async -> StoreServerError? {
    do throws(StoreServerError) {
        try await call()
        return nil
    } catch { return error }
}
