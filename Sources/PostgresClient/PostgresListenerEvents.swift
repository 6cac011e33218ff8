import Synchronization

/// The events of a listener, for one reader.
package struct PostgresListenerEvents: AsyncSequence, Sendable {
    package typealias Element = PostgresListener.Event
    package typealias Failure = Never
    let buffer: ListenerBuffer

    package func makeAsyncIterator() -> Iterator {
        Iterator(buffer: buffer, signals: buffer.signals.makeAsyncIterator())
    }

    package struct Iterator: AsyncIteratorProtocol {
        let buffer: ListenerBuffer
        var signals: AsyncStream<Void>.Iterator

        package mutating func next() async -> PostgresListener.Event? {
            while true {
                if let event = buffer.take() { return event }
                if await signals.next(isolation: #isolation) == nil { return buffer.take() }
            }
        }
    }
}

/// Keeps the newest events for a slow reader.
final class ListenerBuffer: Sendable {
    private struct State {
        var events: [PostgresListener.Event] = []
        var head = 0
        var hasOverflowed = false

        mutating func compact() {
            events.removeFirst(head)
            head = 0
        }
    }

    private let capacity: Int
    private let state = Mutex(State())
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func put(_ event: PostgresListener.Event) {
        state.withLock { state in
            if case .listening = event {
                // The reader reads everything anew: older hints and the loss of some say nothing more.
                state = State()
            }
            state.events.append(event)
            if state.events.count - state.head > capacity {
                state.head += 1
                state.hasOverflowed = true
            }
            if state.head > capacity { state.compact() }
        }
        signal.yield()
    }

    func take() -> PostgresListener.Event? {
        state.withLock { state in
            if state.hasOverflowed {
                state.hasOverflowed = false
                return .overflowed
            }
            guard state.head < state.events.count else { return nil }
            defer {
                state.head += 1
                if state.head == state.events.count { state.compact() }
            }
            return state.events[state.head]
        }
    }

    func finish() { signal.finish() }
}
