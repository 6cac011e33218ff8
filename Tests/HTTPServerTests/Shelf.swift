import EventLoop
import HTTPServer
import Synchronization

/// Keeps the responders of parked requests, and signals what happens to them.
final class Shelf: Sendable {
    private let responders = Mutex<[LoopBound<HTTPResponder>]>([])
    private let signals = Signal()
    private let closings = Signal()
    private let drains = Signal()
    private let gate = Signal()

    func put(_ responder: HTTPResponder) {
        let bound = LoopBound(responder, on: responder.loop)
        responders.withLock { $0.append(bound) }
        responder.onClosed = { [closings] in closings.send() }
        signals.send()
    }

    func arrived() { signals.send() }
    func drained() { drains.send() }
    func openGate() { gate.send() }
    func waitForGate() async -> Bool { await gate.wait(for: 1) }

    /// Waits until so many requests have arrived since the start; false after 20 seconds.
    func waitForArrivals(_ count: Int) async -> Bool { await signals.wait(for: count) }
    func waitForClosings(_ count: Int) async -> Bool { await closings.wait(for: count) }
    func waitForDrain() async -> Bool { await drains.wait(for: 1) }

    /// Answers everything kept, `times` times.
    func answerAll(times: Int = 1) async {
        for bound in responders.withLock({ exchange(&$0, with: []) }) {
            await withCheckedContinuation { done in
                bound.loop.execute {
                    for turn in 0..<times {
                        let body = Array("answer \(turn)".utf8)
                        bound.onLoop.send(HTTPResponse(status: 200, body: body))
                    }
                    done.resume()
                }
            }
        }
    }

    func isOpen() async -> [Bool] {
        var all: [Bool] = []
        for bound in responders.withLock({ $0 }) {
            all.append(
                await withCheckedContinuation { done in
                    bound.loop.execute { done.resume(returning: bound.onLoop.isOpen) }
                })
        }
        return all
    }

    /// Lets go of everything kept, off the loop.
    func drop() { responders.withLock { $0 = [] } }
}
