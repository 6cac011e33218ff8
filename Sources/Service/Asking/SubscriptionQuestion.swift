import AppStore
import AppStoreServer
import Cryptography

/// Asks how a subscription stands, and its customer's others with it, which come in the same answer.
///
/// That answer brings the newest period alone. Where it follows on none that the ledger knows, because nobody
/// told or asked for longer than a period, the history is read as well, so that what was owned at any time can
/// be said afterwards.
struct SubscriptionQuestion: StoreQuestion {
    let originalTransactionID: String
    /// How far the history of the customer's subscriptions is known.
    private var revision: String?
    /// Holes that the store's own history has: its customer paused.
    private var lapses: Int

    init(originalTransactionID: String, place: [UInt8]) {
        self.originalTransactionID = originalTransactionID
        let members = (try? JSONReader.read(place))?.object ?? [:]
        revision = members["revision"]?.string
        lapses = Int(clamping: members["lapses"]?.integer ?? 0)
    }

    var place: String {
        var members: [String: JSONValue] = [:]
        members["revision"] = revision.map(JSONValue.string)
        if lapses > 0 { members["lapses"] = .integer(Int64(lapses)) }
        return JSONValue.object(members).text
    }

    mutating func ask(_ inquiry: StoreInquiry) async throws(AskingFailure) -> Answered {
        for client in inquiry.clients {
            do throws(AskingFailure) {
                let statuses = try await inquiry.statuses(of: originalTransactionID, client)
                let again = try await record(statuses, inquiry)
                if try await !fill(client, inquiry) { return .more }
                return .done(again: again)
            } catch {
                // Of several bundles it is the customer of one.
                if case .store(let error) = error, error.kind == .notFound { continue }
                throw error
            }
        }
        return .unknown
    }

    /// Records every subscription; says when this one comes again.
    private func record(
        _ statuses: SubscriptionStatuses, _ inquiry: StoreInquiry
    ) async throws(AskingFailure) -> Duration? {
        var again: Duration?
        for subscription in statuses.subscriptions {
            let (transaction, renewal) = try await inquiry.record(subscription)
            guard transaction?.originalTransactionID == originalTransactionID else { continue }
            again = AskingSchedule.again(
                subscription.status, transaction, renewal, now: .now, random: .random(in: 0..<1))
        }
        return again
    }

    /// Reads the history while the ledger has a hole that the store's history was not seen to have; false
    /// when the turn is over before its end.
    private mutating func fill(
        _ client: StoreServer, _ inquiry: StoreInquiry
    ) async throws(AskingFailure) -> Bool {
        let holes = try await inquiry.holes(in: originalTransactionID)
        guard holes > lapses else {
            lapses = holes
            return true
        }
        var filter = HistoryFilter()
        filter.productTypes = [.autoRenewable]
        do throws(AskingFailure) {
            let isRead = try await inquiry.history(
                of: originalTransactionID, filter, client, from: &revision)
            if !isRead { return false }
        } catch {
            guard case .store(let refusal) = error, refusal.code == .invalidRevision,
                revision != nil
            else { throw error }
            revision = nil
            return false
        }
        lapses = try await inquiry.holes(in: originalTransactionID)
        return true
    }
}

extension StoreInquiry {
    /// Asks how all subscriptions of a customer stand.
    func statuses(
        of id: String, _ client: StoreServer
    ) async throws(AskingFailure) -> SubscriptionStatuses {
        try await call(.subscriptionStatuses) { () async throws(StoreServerError) in
            try await client.subscriptionStatuses(of: id, in: environment)
        }
    }
}
