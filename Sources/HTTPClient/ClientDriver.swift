import EventLoop

/// The calls of a connection, one after the other, and the socket they go over.
///
/// Confined to its loop. A socket is taken for the next call if the last one left it usable, and made
/// anew otherwise.
final class ClientDriver {
    private unowned let loop: EventLoop
    private let responseLimit: Int
    private var link: ClientLink?
    private var current: ClientCall?
    private var waiting: [ClientCall] = []
    private var isClosed = false

    init(_ loop: EventLoop, responseLimit: Int) {
        self.loop = loop
        self.responseLimit = responseLimit
    }

    func start(
        _ call: ClientCall, to target: ClientTarget,
        _ continuation: CheckedContinuation<ClientCall.Outcome, Never>
    ) {
        if isClosed { call.abort(.connectionClosed) }
        let begun = call.begin(on: loop, continuation) { [weak self, weak call] in
            if let call { self?.aborted(call, target) }
        }
        guard begun else { return }
        if current != nil { return waiting.append(call) }
        send(call, to: target)
    }

    /// Ends what is under way; idempotent.
    func close() {
        isClosed = true
        drop()
        let calls = [current.take()].compactMap(\.self) + exchange(&waiting, with: [])
        for call in calls { call.abort(.connectionClosed) }
    }

    private func send(_ call: ClientCall, to target: ClientTarget) {
        current = call
        if link?.isUsable != true || link?.peerHasLeft == true {
            drop()
            link = ClientLink(on: loop, to: target)
        }
        guard let link else { return ended(.failure(.cannotConnect), target) }
        link.send(call.request, limit: responseLimit) { [weak self, weak call] outcome in
            guard let self, let call, call === current else { return }
            ended(outcome, target)
        }
    }

    private func ended(_ outcome: ClientCall.Outcome, _ target: ClientTarget) {
        let call = current.take()
        if link?.isUsable != true { drop() }
        call?.end(outcome)
        advance(target)
    }

    private func aborted(_ call: ClientCall, _ target: ClientTarget) {
        guard call === current else { return waiting.removeAll { $0 === call } }
        current = nil
        // A response that still comes would be taken for the next call's.
        drop()
        advance(target)
    }

    private func advance(_ target: ClientTarget) {
        guard !waiting.isEmpty else { return }
        // Not from within: calls that fail at once would pile up on the stack.
        let driver = LoopBound(self, on: loop)
        loop.execute {
            let driver = driver.onLoop
            guard driver.current == nil, !driver.waiting.isEmpty else { return }
            driver.send(driver.waiting.removeFirst(), to: target)
        }
    }

    private func drop() {
        link.take()?.close()
    }
}
