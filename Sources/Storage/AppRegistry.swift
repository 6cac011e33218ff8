package import Authentication
import Coordination
import InterlockAPI
import Synchronization

/// Keeps the apps in memory, ready for work, and follows the database when they change.
package final class AppRegistry: Sendable {
    private struct State {
        var revisions = ""
        var apps: [String: RegisteredApp] = [:]
        var bundles: [String: String] = [:]
    }

    /// Follows the apps' keys: a token that was good by a former key is not any more.
    package let authenticator = ClientAuthenticator()
    private let apps: AppDirectory
    private let catalogs: CatalogStore
    private let state = Mutex(State())
    private let lastStranger = Mutex<ContinuousClock.Instant?>(nil)

    package init(_ storage: Storage) {
        apps = storage.apps
        catalogs = storage.catalogs
    }

    /// Finds an app by its id.
    package func app(_ id: String) -> RegisteredApp? { state.withLock { $0.apps[id] } }

    /// Finds the app that a bundle id belongs to.
    package func app(bundleID: String) -> RegisteredApp? {
        state.withLock { state in state.bundles[bundleID].flatMap { state.apps[$0] } }
    }

    /// Names what was read last: two that are equal stand for the same apps and catalogs.
    package var revisions: String { state.withLock { $0.revisions } }

    /// Reads again what has changed; cheap when nothing has. True when something had.
    @discardableResult
    package func refresh() async throws(StorageError) -> Bool {
        let revisions = try await apps.revisions()
        let known = state.withLock { $0 }
        if known.revisions == revisions { return false }
        var next = State(revisions: revisions)
        for record in try await apps.list() {
            next.apps[record.id] = try await registered(record, known.apps[record.id])
            for bundle in record.bundleIDs { next.bundles[bundle] = record.id }
        }
        for (id, app) in next.apps { authenticator.setKeys(app.tokenKeys, for: id) }
        for id in known.apps.keys where next.apps[id] == nil { authenticator.removeApp(id) }
        state.withLock { $0 = next }
        return true
    }

    /// Looks again for an app that a caller names and nobody knows: it may be a moment old. At most every
    /// quarter of a second, so that strangers can't load the database.
    package func refreshForStranger() async throws(StorageError) {
        let now = ContinuousClock.now
        let isDue = lastStranger.withLock { last in
            if let last, now - last < .milliseconds(250) { return false }
            last = now
            return true
        }
        if isDue { try await refresh() }
    }

    private func registered(
        _ record: AppRecord, _ known: RegisteredApp?
    ) async throws(StorageError) -> RegisteredApp? {
        if let known, known.record.revision == record.revision,
            known.catalog.compiled.revision == record.catalogRevision
        {
            return known
        }
        guard let catalog = try await catalogs.read(appID: record.id) else { return nil }
        return try RegisteredApp(record, catalog)
    }
}
