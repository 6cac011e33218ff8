import FoundationEssentials
import InterlockAPI
import Storage
import Synchronization
import Telemetry

/// Makes an incident of signed data that does not verify: one an hour for each app, source and reason, so that a
/// flood of forgeries costs a flood of nothing.
final class UnverifiedNotes: Sendable {
    private struct Happening: Hashable {
        let appID: String
        let source: String
        let code: String
        let hour: Int64
    }

    /// Beyond it everything is forgotten: apps times sources times reasons are few.
    private static let capacity = 4_096

    private let storage: Storage
    private let logger: Logger
    private let noted = Mutex<Set<Happening>>([])

    init(_ storage: Storage, _ logger: Logger) {
        self.storage = storage
        self.logger = logger
    }

    /// Notes it; a database that is away loses the note, which the metrics still count.
    func note(
        _ app: RegisteredApp, source: String, code: String, account: AccountName?
    ) async {
        guard let environment = app.environments.first else { return }
        let hour = ServiceContext.now.microseconds / 3_600_000_000
        let happening = Happening(appID: app.id, source: source, code: code, hour: hour)
        let isNew = noted.withLock { noted in
            if noted.count >= Self.capacity { noted = [] }
            return noted.insert(happening).inserted
        }
        guard isNew else { return }
        do {
            try await storage.incidents.noteUnverified(
                appID: app.id, environment, source: source, hour: hour, reason: code,
                account: account)
        } catch {
            logger.warning("an incident was not noted", ["error": LogValue(error)])
        }
    }
}
