// EventLoop: libevent bases as Swift executors, one thread each; timers, descriptor readiness and
// signals on them. It imports CEvent and CShims only, and knows nothing of what runs on it.
import CEvent
import Glibc
import Synchronization

/// Runs jobs, timers and descriptor events on one thread of its own.
///
/// A loop is a `SerialExecutor` (for actors that live on it) and a `TaskExecutor` (for
/// `Task(executorPreference:)`), so that `async` code, C callbacks and timers of one connection run on
/// one thread, without hops and without locks. Jobs run in the order in which they were enqueued.
///
/// After ``stop()`` nothing is lost: pending timers end with `CancellationError`, and a job that is
/// enqueued later still runs, alone, on the thread that enqueued it.
package final class EventLoop: SerialExecutor, TaskExecutor {
    enum Work {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    enum Phase {
        case running
        case stopping
        /// The thread is gone; whoever enqueues first drains.
        case ended(draining: Bool)
    }

    struct State {
        var queue: [Work] = []
        var phase = Phase.running
        var wakeSent = false
    }

    /// At most this many rounds of jobs run before descriptors are looked at again.
    static let roundsPerTurn = 16

    let state = Mutex(State())
    let owner = Atomic<UInt>(0)
    let wakeDescriptor: Int32
    /// Touched on the loop's thread only; libevent is used without its own locks.
    nonisolated(unsafe) package let base: OpaquePointer
    /// Touched on the loop's thread only: the timers that ``stop()`` has to end.
    nonisolated(unsafe) var timers: [ObjectIdentifier: LoopTimer] = [:]
    private let thread = Mutex<pthread_t?>(nil)

    /// Starts a loop and its thread; the process ignores SIGPIPE from then on.
    ///
    /// - Throws: ``EventLoopError`` when the kernel refuses a descriptor or a thread.
    package init(name: String) throws(EventLoopError) {
        // libevent writes with writev: to a peer that is gone, that would end the process.
        signal(SIGPIPE, SIG_IGN)
        guard let base = Self.makeBase() else { throw .unavailable("event_base_new") }
        self.base = base
        wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeDescriptor >= 0 else { throw .unavailable("eventfd") }
        let started = LoopThread.start(name: name) { [self] in run() }
        guard let started else { throw .unavailable("pthread_create") }
        thread.withLock { $0 = started }
    }

    /// Timers by the precise clock: by libevent's default they come some three milliseconds late.
    private static func makeBase() -> OpaquePointer? {
        guard let configuration = event_config_new() else { return nil }
        defer { event_config_free(configuration) }
        event_config_set_flag(configuration, Int32(EVENT_BASE_FLAG_PRECISE_TIMER.rawValue))
        return event_base_new_with_config(configuration)
    }

    /// Tells whether the caller runs on this loop.
    package var isCurrent: Bool { owner.load(ordering: .acquiring) == LoopThread.current }

    package func enqueue(_ job: consuming ExecutorJob) {
        submit(.job(UnownedJob(job)))
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    package func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        UnownedTaskExecutor(ordinary: self)
    }

    /// Traps unless the caller runs on this loop: a programming error, never reachable from input.
    package func checkIsolated() {
        precondition(isCurrent, "not on the event loop that owns this state")
    }

    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Runs `body` on the loop, after the work enqueued before it.
    package func execute(_ body: @escaping @Sendable () -> Void) {
        submit(.call(body))
    }

    /// Asks the loop to end: timers are cancelled, queued work is done, the thread is joined.
    ///
    /// Idempotent. Never call it on the loop itself.
    package func stop() {
        state.withLock { state in
            if case .running = state.phase { state.phase = .stopping }
        }
        wake()
        let joined = thread.withLock { $0.take() }
        if let joined { pthread_join(joined, nil) }
    }

    private func submit(_ work: Work) {
        enum Next { case wake, nothing, drain }
        let onLoop = isCurrent
        let next = state.withLock { state -> Next in
            state.queue.append(work)
            if case .ended(let draining) = state.phase {
                state.phase = .ended(draining: true)
                return draining ? .nothing : .drain
            }
            guard !onLoop, !state.wakeSent else { return .nothing }
            state.wakeSent = true
            return .wake
        }
        switch next {
        case .wake: wake()
        case .drain: drainAfterEnd()
        case .nothing: break
        }
    }

    private func wake() {
        _ = eventfd_write(wakeDescriptor, 1)
    }
}

extension EventLoop {
    /// The body of the loop's thread.
    private func run() {
        owner.store(LoopThread.current, ordering: .releasing)
        let waking = event_new(
            base, wakeDescriptor, Int16(EV_READ | EV_PERSIST),
            { descriptor, _, _ in
                var count: eventfd_t = 0
                _ = eventfd_read(descriptor, &count)
            }, nil)
        event_add(waking, nil)
        while turn() {}
        for timer in timers.values { timer.cancel() }
        while drainOnce() {}
        event_del(waking)
        event_free(waking)
        owner.store(0, ordering: .releasing)
        state.withLock { $0.phase = .ended(draining: true) }
        drainAfterEnd()
    }

    /// Looks at descriptors and timers once, then runs what is queued. False when it is time to end.
    private func turn() -> Bool {
        let idle = state.withLock { state in
            if case .stopping = state.phase { return false }
            return state.queue.isEmpty
        }
        event_base_loop(base, idle ? EVLOOP_ONCE : (EVLOOP_ONCE | EVLOOP_NONBLOCK))
        for _ in 0..<Self.roundsPerTurn where !drainOnce() { break }
        return state.withLock { state in
            if case .running = state.phase { return true }
            return !state.queue.isEmpty
        }
    }

    /// Runs the work that is queued now. False when there was none.
    private func drainOnce() -> Bool {
        let batch = state.withLock { state in
            state.wakeSent = false
            return exchange(&state.queue, with: [])
        }
        for work in batch { perform(work) }
        return !batch.isEmpty
    }

    private func drainAfterEnd() {
        let previous = owner.exchange(LoopThread.current, ordering: .acquiringAndReleasing)
        while true {
            let batch = state.withLock { state in
                if state.queue.isEmpty { state.phase = .ended(draining: false) }
                return exchange(&state.queue, with: [])
            }
            if batch.isEmpty { break }
            for work in batch { perform(work) }
        }
        owner.store(previous == LoopThread.current ? previous : 0, ordering: .releasing)
    }

    private func perform(_ work: Work) {
        switch work {
        case .job(let job):
            job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        case .call(let body): body()
        }
    }
}
