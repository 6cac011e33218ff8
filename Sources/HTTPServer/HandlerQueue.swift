/// Requests that wait until one of the running handlers ends.
///
/// A handler's task takes some 16 KB while it waits for a database; a request that waits here takes its
/// bytes. So a burst costs memory for the handlers that can make progress, not for everyone at once.
struct HandlerQueue {
    struct Entry {
        let handler: HTTPHandler
        let request: HTTPRequest
        let exchange: Exchange
    }

    /// How many handlers run at once.
    private let limit: Int
    private var running = 0
    private var waiting: [Entry] = []
    private var first = 0

    init(limit: Int) { self.limit = max(limit, 1) }

    /// Takes a place if one is free.
    mutating func begin() -> Bool {
        guard running < limit else { return false }
        running += 1
        return true
    }

    mutating func wait(_ entry: Entry) { waiting.append(entry) }

    /// Gives a place back, or on to the next request whose client is still there.
    mutating func end() -> Entry? {
        while first < waiting.count {
            let entry = waiting[first]
            first += 1
            if first == waiting.count || first >= 1_024 {
                waiting.removeFirst(first)
                first = 0
            }
            if entry.exchange.isOpen { return entry }
        }
        running -= 1
        return nil
    }

    mutating func removeAll() {
        waiting = []
        first = 0
    }
}
