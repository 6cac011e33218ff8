import Coordination
import InterlockAPI
import Storage

/// Makes evaluators whose catalog is not older than what the database has shown.
struct StateRenderer: Sendable {
    let registry: AppRegistry
    let epoch: Epoch

    /// Nil when the app is gone.
    func evaluator(
        of appID: String, for reading: ScopeStore.Reading
    ) async throws(StorageError) -> StateEvaluator? {
        var app = registry.app(appID)
        if let known = app, known.catalog.compiled.revision < reading.catalogRevision {
            try await registry.refresh()
            app = registry.app(appID)
        }
        return app.map { StateEvaluator(catalog: $0.catalog.compiled, epoch: epoch.current) }
    }
}
