package import FoundationEssentials
package import InterlockAPI
import PostgresClient

// Releasing many intents: what it would do, and doing it, one after the other.
extension IntentStore {
    private static let preview = PostgresStatement.function("intents_preview", 2)

    /// An intent to release, as it was seen.
    package struct Wish: Sendable {
        package let id: UUID
        /// Nil: however it is now.
        package let unchangedSince: Timestamp?

        package init(id: UUID, unchangedSince: Timestamp?) {
            self.id = id
            self.unchangedSince = unchangedSince
        }
    }

    /// Says what releasing them would do, in their order; nothing is changed. One call, whatever their number.
    package func preview(
        appID: String, _ wishes: [Wish]
    ) async throws(StorageError) -> [LockRelease] {
        let rows = try await database.call(
            Self.preview, [.text(appID), .uuidArray(wishes.map(\.id))])
        var found: [UUID: LockRelease] = [:]
        try decoding {
            for row in rows {
                let answer = try IntentAnswer(row, scopeID: try row.uuid("scope_id"))
                guard let intent = answer.intent else { throw StorageError.defect("no intent") }
                found[intent.id] = LockRelease(
                    id: intent.id, outcome: intent.status.isOpen ? .releasable : .closed,
                    intent: intent, consequence: LockRelease.Consequence(of: intent.status),
                    unlocks: try row.textArray("unlocks"),
                    unlocksCount: try row.int8("unlocks_count"),
                    nextIntentID: try row.optionalUUID("next_intent_id"),
                    stuck: try row.bool("stuck"))
            }
        }
        return wishes.map { wish in
            guard var release = found[wish.id] else {
                return LockRelease(id: wish.id, outcome: .notFound)
            }
            if release.outcome == .releasable, let seen = wish.unchangedSince,
                release.intent?.updatedAt != seen
            {
                release.outcome = .changed
            }
            return release
        }
    }

    /// Releases them for an administrator one after the other, each by a call and a row in the audit of its own;
    /// `wake` is called with the scope of each that was released. Who fails in the middle has released those
    /// before: asking again leaves them as they are.
    package func releaseMany(
        appID: String, _ wishes: [Wish], reason: String, lockDelay: Int64?, actor: StoreActor,
        wake: (UUID) async -> Void
    ) async throws(StorageError) -> [LockRelease] {
        var releases: [LockRelease] = []
        for wish in wishes {
            let answer = try await releaseByAdministrator(
                appID: appID, id: wish.id, reason: reason, actor: actor,
                unchangedSince: wish.unchangedSince, lockDelay: lockDelay)
            let outcome: LockRelease.Outcome =
                switch answer?.outcome {
                case .released: .released
                case .changed: answer?.intent?.status.isOpen == true ? .changed : .closed
                case nil, .notFound: .notFound
                default: .closed
                }
            if outcome == .released, let answer { await wake(answer.scopeID) }
            releases.append(LockRelease(id: wish.id, outcome: outcome, intent: answer?.intent))
        }
        return releases
    }
}

extension LockRelease.Consequence {
    fileprivate init?(of status: IntentStatus) {
        switch status {
        case .reserved: self = .buyingMayGoOn
        case .pending: self = .requestMaySucceed
        case .confirming: self = .purchaseMayArrive
        default: return nil
        }
    }
}
