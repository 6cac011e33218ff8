import AppStore
import AppStoreServer
import Cryptography
import InterlockAPI

/// Asks for the notifications since the last time that all were fetched, whether they arrived or not: what was
/// there already changes nothing.
///
/// One round covers a stretch of time, bundle by bundle and page by page; the next one begins a little
/// before its end, since clocks differ and the store may date a notification earlier than it shows it.
struct NotificationQuestion: StoreQuestion {
    private static let firstReach: Int64 = 6 * 3_600_000
    private static let overlap: Int64 = 5 * 60_000

    /// What is being fetched.
    private struct Round {
        var from: StoreDate
        var to: StoreDate
        /// How many of the app's bundles are done.
        var bundles = 0
        /// Of the next page; nil: the first.
        var token: String?
    }

    /// Until when all were fetched.
    private var since: StoreDate?
    private var round: Round?

    init(place: [UInt8]) {
        let members = (try? JSONReader.read(place))?.object ?? [:]
        func date(_ name: String) -> StoreDate? {
            members[name]?.integer.flatMap { StoreDate(milliseconds: $0) }
        }
        since = date("since")
        guard let from = date("from"), let to = date("to"), from < to else { return }
        round = Round(
            from: from, to: to, bundles: Int(clamping: members["bundles"]?.integer ?? 0),
            token: members["token"]?.string)
    }

    var place: String {
        var members: [String: JSONValue] = [:]
        members["since"] = since.map { .integer($0.milliseconds) }
        if let round {
            members["from"] = .integer(round.from.milliseconds)
            members["to"] = .integer(round.to.milliseconds)
            members["bundles"] = .integer(Int64(round.bundles))
            members["token"] = round.token.map(JSONValue.string)
        }
        return JSONValue.object(members).text
    }

    mutating func ask(_ inquiry: StoreInquiry) async throws(AskingFailure) -> Answered {
        let isResumed = round != nil
        var round = self.round ?? begin(inquiry)
        while round.bundles < inquiry.clients.count {
            self.round = round
            do throws(AskingFailure) {
                let client = inquiry.clients[max(0, round.bundles)]
                if try await !read(client, &round, inquiry) { return .more }
            } catch {
                self.round = round
                guard case .store(let refusal) = error else { throw error }
                if isResumed, Self.isForgotten(refusal.code) {
                    // The store doesn't remember that page, or that time, any more.
                    self.round = nil
                    return .more
                }
                // It has nothing to tell about this bundle.
                if refusal.kind != .notFound { throw error }
            }
            round.bundles += 1
            round.token = nil
        }
        since = round.to
        self.round = nil
        // A long round leaves something behind it.
        let isLate = StoreDate.now.milliseconds - round.to.milliseconds > Self.overlap
        if isLate { return .more }
        return .done(again: inquiry.schedule.notifications(random: .random(in: 0..<1)))
    }

    private func begin(_ inquiry: StoreInquiry) -> Round {
        let now = StoreDate.now
        let earliest = NotificationQuery.earliestStart(
            in: inquiry.environment, now: now.timestamp)
        // A clock that was set back makes no round that ends before its start.
        let start =
            since.map { min($0, now).milliseconds - Self.overlap }
            ?? now.milliseconds - Self.firstReach
        return Round(from: max(earliest, StoreDate(clampingMilliseconds: start)), to: now)
    }

    /// Reads and records the pages of one bundle from where the round is; false when the turn is over before
    /// the last one.
    private mutating func read(
        _ client: StoreServer, _ round: inout Round, _ inquiry: StoreInquiry
    ) async throws(AskingFailure) -> Bool {
        let query = NotificationQuery(from: round.from, to: round.to)
        var pages = client.notifications(query, in: inquiry.environment, from: round.token)
            .makeAsyncIterator()
        while true {
            let page = try await inquiry.call(.notificationHistory) {
                () async throws(StoreServerError) in try await pages.next()
            }
            guard let page else { return true }
            for payload in page.notifications.compactMap(\.signedPayload) {
                try await inquiry.record(notification: payload)
            }
            guard page.hasMore else { return true }
            round.token = page.paginationToken ?? round.token
            self.round = round
            if inquiry.isOver { return false }
        }
    }

    private static func isForgotten(_ code: StoreErrorCode?) -> Bool {
        code == .invalidPaginationToken || code == .paginationTokenExpired
            || code == .startDateTooFarInPast
    }
}
