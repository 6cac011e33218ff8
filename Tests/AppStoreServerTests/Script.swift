import Synchronization

/// Gives replies one after the other, and the last one again and again.
final class Script: Sendable {
    private let rest: Mutex<[StandIn.Reply]>

    init(_ replies: StandIn.Reply...) { rest = Mutex(replies) }

    func next(_ seen: StandIn.Seen) -> StandIn.Reply {
        rest.withLock { rest in
            rest.count > 1 ? rest.removeFirst() : rest.first ?? .answer(500, "script is empty")
        }
    }
}
