/// One sort of question to the store.
///
/// It asks page by page, has each page recorded before it asks for the next, and keeps the place from which it
/// goes on, also when it fails: whatever stops it, nothing is asked twice but a page.
protocol StoreQuestion: Sendable {
    /// Where asking goes on, a JSON object that nobody else reads.
    var place: String { get }

    /// Asks until all is known, the turn is over, or it fails.
    mutating func ask(_ inquiry: StoreInquiry) async throws(AskingFailure) -> Answered
}

/// How a question ended.
enum Answered: Sendable, Equatable {
    /// All was asked. It comes again after the pause, or else not by itself.
    case done(again: Duration?)
    /// The turn is over; it goes on from its place, after others.
    case more
    /// The store knows nothing of it.
    case unknown

    /// A stable name, for counters.
    var name: String {
        switch self {
        case .done: "done"
        case .more: "more"
        case .unknown: "not_found"
        }
    }
}
