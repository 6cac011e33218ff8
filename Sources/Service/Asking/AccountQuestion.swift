import AppStoreServer
import Cryptography

/// Asks for all that an account has bought: the history of each of its store accounts since the last time,
/// then how its subscriptions stand.
///
/// Purchases without a token stay unclaimed: that the store account is the same says nothing about the
/// account of the app.
struct AccountQuestion: StoreQuestion {
    /// What the store is asked by.
    let leads: [String]
    /// How far each lead's history is known.
    private var revisions: [String: String]
    /// The leads that this check has done with.
    private var done: Set<String>

    init(leads: [String], place: [UInt8]) {
        self.leads = leads
        let members = (try? JSONReader.read(place))?.object ?? [:]
        let known = (members["revisions"]?.object ?? [:]).compactMapValues(\.string)
        // Who is no lead any more is forgotten: a place doesn't grow.
        revisions = known.filter { leads.contains($0.key) }
        done = Set((members["done"]?.array ?? []).compactMap(\.string))
    }

    var place: String {
        var members: [String: JSONValue] = [:]
        if !revisions.isEmpty {
            members["revisions"] = .object(revisions.mapValues(JSONValue.string))
        }
        let done = leads.filter(done.contains)
        if !done.isEmpty { members["done"] = .array(done.map(JSONValue.string)) }
        return JSONValue.object(members).text
    }

    mutating func ask(_ inquiry: StoreInquiry) async throws(AskingFailure) -> Answered {
        var isKnown = !done.isEmpty
        var refusal: AskingFailure?
        for lead in leads where !done.contains(lead) {
            switch try await ask(about: lead, &refusal, inquiry) {
            case .more: return .more
            case .done: isKnown = true
            case .unknown: break
            }
            done.insert(lead)
        }
        done = []
        if isKnown { return .done(again: nil) }
        // Only by its own word the store doesn't know an account.
        if let refusal { throw refusal }
        return .unknown
    }

    private mutating func ask(
        about lead: String, _ refused: inout AskingFailure?, _ inquiry: StoreInquiry
    ) async throws(AskingFailure) -> Answered {
        for client in inquiry.clients {
            do throws(AskingFailure) {
                if try await !history(of: lead, client, inquiry) { return .more }
                let statuses = try await inquiry.statuses(of: lead, client)
                for subscription in statuses.subscriptions {
                    _ = try await inquiry.record(subscription)
                }
                return .done(again: nil)
            } catch {
                guard case .store(let refusal) = error else { throw error }
                switch refusal.kind {
                // Of several bundles it is the customer of one.
                case .notFound: continue
                case .invalidRequest
                where refusal.code == .invalidRevision && revisions[lead] != nil:
                    revisions[lead] = nil
                    return .more
                // The store takes no such id here; other leads may do.
                case .invalidRequest: refused = error
                default: throw error
                }
            }
        }
        return .unknown
    }

    /// Reads and records the history from where it is known; false when the turn is over before its end.
    private mutating func history(
        of lead: String, _ client: StoreServer, _ inquiry: StoreInquiry
    ) async throws(AskingFailure) -> Bool {
        var revision = revisions[lead]
        defer { revisions[lead] = revision }
        return try await inquiry.history(of: lead, HistoryFilter(), client, from: &revision)
    }
}
