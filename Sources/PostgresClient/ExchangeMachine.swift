/// Follows the answers to the messages of one exchange, up to the point where the next may begin.
///
/// Pure: it sees the kinds of what arrives and says what to do, without I/O and clock. Whatever the
/// server sends out of order is ``Action/violation``, never a trap.
struct ExchangeMachine {
    /// The messages of an exchange, sent in this order.
    struct Steps: OptionSet {
        let rawValue: UInt8

        /// BEGIN, ahead of the first statement of a transaction.
        static let begin = Steps(rawValue: 1)
        static let prepare = Steps(rawValue: 2)
        static let describe = Steps(rawValue: 4)
        static let execute = Steps(rawValue: 8)

        var first: Steps { Steps(rawValue: rawValue & (~rawValue &+ 1)) }
    }

    enum Event {
        case success
        case failure(PostgresServerError)
        /// Not run, since a statement before it failed.
        case skipped
        /// The answers to one message are complete.
        case boundary
        /// The answers to all messages are complete.
        case synced
    }

    enum Action: Equatable {
        case wait
        /// Keep what arrived as the answer to this message.
        case accept(Steps)
        case complete
        case violation
    }

    /// A script has no steps and ends at its boundary.
    private let isScript: Bool
    private(set) var pending: Steps
    /// The first error; later ones are its consequences.
    private(set) var failure: PostgresServerError?

    init(_ steps: Steps) {
        pending = steps
        isScript = false
    }

    private init(script: Void) {
        pending = []
        isScript = true
    }

    static var script: ExchangeMachine { ExchangeMachine(script: ()) }

    mutating func receive(_ event: Event) -> Action {
        switch event {
        case .success:
            if isScript { return .accept(.execute) }
            return pending.isEmpty ? .violation : .accept(pending.first)
        case .failure(let error):
            if failure == nil { failure = error }
            return .wait
        case .skipped:
            return pending.isEmpty ? .violation : .wait
        case .boundary:
            if isScript { return .complete }
            if pending.isEmpty { return .violation }
            pending.remove(pending.first)
            return .wait
        case .synced:
            return !isScript && pending.isEmpty ? .complete : .violation
        }
    }
}
