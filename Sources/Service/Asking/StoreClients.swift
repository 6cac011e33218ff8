import AppStoreServer
import Cryptography
import EventLoop
import InterlockAPI
import Storage
import Synchronization

/// Makes and keeps the clients by which apps ask the store: one for each bundle id, since the store counts
/// each as an app of its own. They are made anew when the app's revision has changed.
final class StoreClients: Sendable {
    private struct Entry {
        let revision: Int64
        let clients: [StoreServer]
        /// Until when the app is not asked about, since the store refuses its access.
        var restsUntil: [StoreEnvironment: ContinuousClock.Instant] = [:]
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var isClosed = false
    }

    private let storage: Storage
    private let configuration: StoreServerConfiguration
    private let loops: EventLoopGroup
    private let state = Mutex(State())

    init(_ storage: Storage, _ configuration: StoreServerConfiguration, on loops: EventLoopGroup) {
        self.storage = storage
        self.configuration = configuration
        self.loops = loops
    }

    /// Gives an app's clients, in the order of its bundle ids; never none.
    ///
    /// - Throws: `noAccess`, `unusableAccess`, `resting`, `storage`; `cancelled` once it is closed.
    func clients(
        of app: RegisteredApp, in environment: StoreEnvironment
    ) async throws(AskingFailure) -> [StoreServer] {
        let known = state.withLock { $0.entries[app.id] }
        if let known, known.revision == app.record.revision {
            let rest = known.restsUntil[environment].map { ContinuousClock.now.duration(to: $0) }
            if let rest, rest > .zero { throw .resting(rest) }
            return known.clients
        }
        let access: StoreAccess?
        do { access = try await storage.apps.storeAccess(of: app.id) } catch {
            throw .storage(error)
        }
        guard let access else { throw .noAccess }
        let clients = try make(app, access)
        // Who still uses replaced ones goes on; they close with their last user.
        let isClosed = state.withLock { state in
            if !state.isClosed {
                state.entries[app.id] = Entry(revision: app.record.revision, clients: clients)
            }
            return state.isClosed
        }
        if isClosed { throw .cancelled }
        return clients
    }

    /// Lets nobody ask about an app in an environment for a while, unless its access changes.
    func rest(_ appID: String, _ environment: StoreEnvironment, for duration: Duration) {
        state.withLock { $0.entries[appID]?.restsUntil[environment] = .now + duration }
    }

    /// Ends every call under way, and later ones.
    func close() {
        let entries = state.withLock { state in
            state.isClosed = true
            defer { state.entries = [:] }
            return state.entries
        }
        for client in entries.values.flatMap(\.clients) { client.close() }
    }

    private func make(
        _ app: RegisteredApp, _ access: StoreAccess
    ) throws(AskingFailure) -> [StoreServer] {
        var configuration = configuration
        configuration.endpoints = [:]
        var clients: [StoreServer] = []
        do {
            for environment in app.environments {
                configuration.endpoints[environment] = try Self.endpoint(environment, access)
            }
            for bundleID in app.record.bundleIDs {
                let credentials = try StoreCredentials(
                    issuerID: access.issuerID, keyID: access.keyID, bundleID: bundleID,
                    privateKey: String(decoding: access.privateKey.expose(), as: UTF8.self))
                clients.append(StoreServer(configuration, credentials, on: loops.next()))
            }
        } catch { throw .unusableAccess("\(error)") }
        if clients.isEmpty { throw .unusableAccess("the app has no bundle id") }
        return clients
    }

    private static func endpoint(
        _ environment: StoreEnvironment, _ access: StoreAccess
    ) throws(StoreEndpoint.Failure) -> StoreEndpoint {
        if let address = access.addresses[environment.rawValue] {
            return try StoreEndpoint(address)
        }
        return environment == .production ? .production : .sandbox
    }
}
