package import EventLoop

/// Answers a parked request, once.
///
/// Confined to its loop. When the last reference goes without an answer, the client gets 503.
package final class HTTPResponder {
    private let exchange: Exchange

    init(_ exchange: Exchange) { self.exchange = exchange }

    /// The loop that the request belongs to.
    package var loop: EventLoop { exchange.loop }

    /// True until the answer was given or the client went away.
    package var isOpen: Bool { exchange.isOpen }

    /// Is called once, on the loop, when the client goes away before the answer; and never after it.
    package var onClosed: (() -> Void)? {
        get { exchange.onClosed }
        set { exchange.onClosed = newValue }
    }

    /// Sends the answer. Does nothing when it was given before or the client is gone.
    package func send(_ response: HTTPResponse) {
        loop.checkIsolated()
        exchange.finish(response)
    }

    deinit {
        let exchange = self.exchange
        if exchange.loop.isCurrent { return exchange.forsake() }
        // Dropped elsewhere: the exchange is only touched on its loop, where the closure runs.
        let bound = LoopBound(exchange, on: exchange.loop)
        exchange.loop.execute { bound.onLoop.forsake() }
    }
}
