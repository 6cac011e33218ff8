import CEvent
import EventLoop

// How a share of a server goes.
extension LoopServer {
    /// True when no request is on its way, being answered, or refused and not yet read to its end.
    var isQuiet: Bool { unborn.isEmpty && connections.values.allSatisfy(\.isIdle) }

    /// From now on each answer closes its connection; connections without a request are closed at once.
    func drain() {
        isDraining = true
        for connection in Array(connections.values) { connection.closeIfIdle() }
    }

    /// Closes the listener; connections stay.
    func stopListening() {
        listener?.close(http)
        listener = nil
    }

    /// Waits until a condition holds, asking at each connection's end; or until the task is cancelled.
    static func wait(
        _ share: LoopBound<LoopServer>, until isDone: @escaping @Sendable (LoopServer) -> Bool
    ) async {
        let (ends, end) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        end.yield()
        let number = await share.loop.call { share.onLoop.add(end) }
        for await _ in ends where await share.loop.call({ isDone(share.onLoop) }) { break }
        await share.loop.call { share.onLoop.waits[number] = nil }
    }

    private func add(_ wait: AsyncStream<Void>.Continuation) -> UInt64 {
        lastWait += 1
        waits[lastWait] = wait
        return lastWait
    }

    /// Ends a share; see ``HTTPServer/stop(within:)``.
    static func stop(_ share: LoopBound<LoopServer>, within duration: Duration) async {
        let loop = share.loop
        await loop.call {
            share.onLoop.stopListening()
            share.onLoop.drain()
        }
        await atMost(duration, on: loop) { await wait(share) { $0.connections.isEmpty } }
        let handlers = await loop.call {
            share.onLoop.queue.removeAll()
            return Array(share.onLoop.handlers.values)
        }
        for handler in handlers { handler.cancel() }
        for handler in handlers { await handler.value }
        await loop.call { share.onLoop.free() }
    }

    /// Runs `body`, and cancels it when it takes longer than `duration`.
    static func atMost(
        _ duration: Duration, on loop: EventLoop, _ body: @escaping @Sendable () async -> Void
    ) async {
        await withTaskGroup { group in
            group.addTask { try? await loop.sleep(for: duration) }
            group.addTask { await body() }
            await group.next()
            group.cancelAll()
        }
    }

    private func free() {
        sweep?.cancel()
        sweep = nil
        adopt()
        for connection in Array(connections.values) { connection.close() }
        if let birth {
            event_del(birth)
            event_free(birth)
        }
        birth = nil
        evhttp_free(http)
        Unmanaged.passUnretained(self).release()
    }
}
