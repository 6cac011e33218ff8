import EventLoop
import Glibc
import Synchronization
import Testing

@Suite("Event loop")
struct LoopPromises {
    actor Resident {
        let loop: EventLoop
        var count = 0
        init(_ loop: EventLoop) { self.loop = loop }
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        func visit() -> Bool {
            count += 1
            return loop.isCurrent
        }
    }

    @Test("a task with the loop as its preference runs on the loop, and so does an actor on it")
    func tasksStayOnTheirLoop() async throws {
        let loop = try EventLoop(name: "stay")
        defer { loop.stop() }
        let resident = Resident(loop)
        let here = await Task(executorPreference: loop) {
            let before = loop.isCurrent
            let inside = await resident.visit()
            return before && inside && loop.isCurrent
        }.value
        #expect(here)
        #expect(!loop.isCurrent)
    }

    @Test("calls run in the order in which they were enqueued")
    func callsKeepTheirOrder() async throws {
        let loop = try EventLoop(name: "order")
        defer { loop.stop() }
        let seen = Mutex<[Int]>([])
        for number in 0..<1_000 { loop.execute { seen.withLock { $0.append(number) } } }
        await withCheckedContinuation { done in loop.execute { done.resume() } }
        #expect(seen.withLock { $0 } == Array(0..<1_000))
    }

    @Test("a sleep never ends early")
    func sleepLastsAtLeastItsTime() async throws {
        let loop = try EventLoop(name: "sleep")
        defer { loop.stop() }
        let clock = ContinuousClock()
        for milliseconds in [0, 1, 5, 20] {
            let took = try await clock.measure {
                try await loop.sleep(for: .milliseconds(milliseconds))
            }
            // libevent's timers count by the coarse monotonic clock: a few milliseconds of grain.
            #expect(took >= .milliseconds(milliseconds) - .milliseconds(5))
        }
    }

    @Test("a cancelled sleep throws, whether cancelled before, during or after its start")
    func cancellationEndsASleepOnce() async throws {
        let loop = try EventLoop(name: "cancel")
        defer { loop.stop() }
        for _ in 0..<500 {
            let task = Task(executorPreference: loop) {
                try await loop.sleep(for: .seconds(3_600))
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("stopping the loop ends its sleeps and loses no job")
    func stopResumesEverySleeper() async throws {
        let loop = try EventLoop(name: "stop")
        let entered = AsyncStream.makeStream(of: Void.self)
        let tasks = (0..<100).map { _ in
            Task(executorPreference: loop) {
                entered.continuation.yield()
                try await loop.sleep(for: .seconds(3_600))
            }
        }
        var arrivals = entered.stream.makeAsyncIterator()
        for _ in 0..<100 { await arrivals.next() }
        loop.stop()
        for task in tasks {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        // A job enqueued after the end still runs.
        #expect(await Task(executorPreference: loop) { 7 }.value == 7)
        await #expect(throws: CancellationError.self) { try await loop.sleep(for: .seconds(1)) }
    }

    @Test("a write to a peer that is gone is an error, and not the end of the process")
    func brokenPipesAreErrors() async throws {
        let loop = try EventLoop(name: "pipe")
        defer { loop.stop() }
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (mine, theirs) = (ends[0], ends[1])
        close(theirs)
        let outcome = await Task(executorPreference: loop) {
            var byte: UInt8 = 1
            return write(mine, &byte, 1) < 0 ? errno : 0
        }.value
        #expect(outcome == EPIPE)
        close(mine)
    }

    @Test("readiness reports data and the closing of the peer")
    func readinessSeesDataAndClose() async throws {
        let loop = try EventLoop(name: "ready")
        defer { loop.stop() }
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (mine, theirs) = (ends[0], ends[1])
        let seen = AsyncStream.makeStream(of: Readiness.Interest.self)
        let keeper = Mutex<LoopBound<Readiness>?>(nil)
        loop.execute {
            let watcher = Readiness(on: loop, descriptor: mine) { what in
                var byte: UInt8 = 0
                _ = read(mine, &byte, 1)
                seen.continuation.yield(what)
            }
            watcher.watch([.read, .closed])
            keeper.withLock { $0 = LoopBound(watcher, on: loop) }
        }
        var events = seen.stream.makeAsyncIterator()
        var byte: UInt8 = 1
        #expect(write(theirs, &byte, 1) == 1)
        #expect(await events.next()?.contains(.read) == true)
        close(theirs)
        #expect(await events.next()?.contains(.closed) == true)
        await withCheckedContinuation { done in
            loop.execute {
                keeper.withLock { $0 }?.onLoop.stop()
                done.resume()
            }
        }
        close(mine)
    }
}
