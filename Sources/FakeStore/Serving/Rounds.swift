internal import EventLoop
internal import Synchronization

/// Does what is due, again and again: the store's clock, then the notifications.
///
/// One task, woken by the bell after each act and by a timer at the next due time.
final class Rounds: Sendable {
    /// Wakes the rounds; one ring is remembered.
    struct Bell: Sendable {
        let rings: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() {
            (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        func ring() { continuation.yield() }
        func end() { continuation.finish() }
    }

    /// Touched on its loop only.
    private final class Alarm {
        var timer: LoopTimer?
    }

    private let desk: StoreDesk
    private let courier: Courier?
    private let bell: Bell
    private let loop: EventLoop
    private let alarm: LoopBound<Alarm>
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ desk: StoreDesk, courier: Courier?, bell: Bell, on loop: EventLoop) {
        self.desk = desk
        self.courier = courier
        self.bell = bell
        self.loop = loop
        alarm = LoopBound(Alarm(), on: loop)
        task.withLock { $0 = Task { [self] in await run() } }
        bell.ring()
    }

    /// Ends the task and waits for it.
    func stop() async {
        bell.end()
        let running = task.withLock { $0.take() }
        running?.cancel()
        await running?.value
        courier?.close()
        let alarm = self.alarm
        loop.execute { alarm.onLoop.timer?.cancel() }
    }

    private func run() async {
        for await _ in bell.rings {
            desk.advance()
            await courier?.deliverDue()
            if Task.isCancelled { return }
            wakeWhenDue()
        }
    }

    private func wakeWhenDue() {
        guard let due = desk.nextDue else { return }
        let wait = Duration.milliseconds(max(1, due - desk.machineTime))
        let (alarm, bell, loop) = (self.alarm, self.bell, self.loop)
        loop.execute {
            alarm.onLoop.timer?.cancel()
            guard loop.acceptsTimers else { return }
            alarm.onLoop.timer = LoopTimer(on: loop, after: wait) { bell.ring() }
        }
    }
}
