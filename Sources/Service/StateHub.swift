import Coordination
import EventLoop
import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage
import Telemetry

/// Holds the polls that wait on one loop, and answers them when their state differs.
///
/// Confined to its loop. A wake reads each scope and environment once, however many wait; wakes that come
/// during a read make one more read. One timer serves all deadlines.
final class StateHub {
    /// What a poll brings along when it parks.
    struct Arrival: Sendable {
        let scopeID: UUID
        let version: Int64
        let appID: String
        let account: String
        let device: String
        let environment: StoreEnvironment
        let etag: String
        let wait: Duration
        /// Taken before the read.
        let mark: UInt64
        /// Until the clock changes the document.
        let untilChange: Duration?
    }

    enum Deadline {
        case poll(UUID, UInt64)
        case change(UUID)
    }

    /// How many deadlines one turn of the loop handles.
    private static let deadlinesPerTurn = 512

    let loop: EventLoop
    let storage: Storage
    let renderer: StateRenderer
    let wakes: Counter
    private let configuration: ServiceConfiguration
    private let parked: Gauge
    private let queue: AsyncStream<UUID>
    private let enqueue: AsyncStream<UUID>.Continuation
    private(set) var recent = RecentChanges()
    private(set) var watches: [UUID: ScopeWatch] = [:]
    private var count = 0
    /// Polls that wait, by app.
    private(set) var waiting: [String: Int] = [:]
    private var lastID: UInt64 = 0
    private var deadlines = DeadlineHeap<Deadline>()
    private var timer: LoopTimer?
    private var timerAt: ContinuousClock.Instant?
    private var isDraining = false

    init(
        on loop: EventLoop, _ storage: Storage, _ renderer: StateRenderer,
        _ configuration: ServiceConfiguration, _ metrics: Metrics
    ) {
        self.loop = loop
        self.storage = storage
        self.renderer = renderer
        self.configuration = configuration
        parked = metrics.gauge("interlock_parked_polls", help: "State polls that wait")
        wakes = metrics.counter("interlock_wakes_total", help: "Reads for waiting polls")
        (queue, enqueue) = AsyncStream.makeStream()
    }

    /// Makes one hub a loop.
    static func make(
        on loops: [EventLoop], _ storage: Storage, _ renderer: StateRenderer,
        _ configuration: ServiceConfiguration, _ metrics: Metrics
    ) async -> [LoopBound<StateHub>] {
        var hubs: [LoopBound<StateHub>] = []
        for loop in loops {
            let hub = await withCheckedContinuation { continuation in
                loop.execute {
                    let hub = StateHub(on: loop, storage, renderer, configuration, metrics)
                    continuation.resume(returning: LoopBound(hub, on: loop))
                }
            }
            hubs.append(hub)
        }
        return hubs
    }

    /// The scopes to read, in order.
    var reads: AsyncStream<UUID> { queue }

    var repairInterval: Duration { configuration.repairInterval }

    /// Refuses a poll for which there is no room.
    func checkRoom(_ scopeID: UUID, account: String) throws {
        let retry = [(name: "Retry-After", value: String(Int.random(in: 2...10)))]
        guard count < configuration.parkedPerLoop else {
            throw Refusal(.unavailable, "too many devices wait", headers: retry)
        }
        let own = watches[scopeID]?.polls.count { $0.account == account } ?? 0
        guard own < configuration.parkedPerAccount else {
            throw Refusal(.rateLimited, "too many polls of this account wait", headers: retry)
        }
    }

    /// Parks a poll; one whose scope changed since its mark is looked at again at once.
    func park(_ responder: HTTPResponder, _ arrival: Arrival) {
        guard responder.isOpen else { return }
        guard !isDraining else {
            return responder.send(StateResponse.unchanged(arrival.etag, retry: true))
        }
        lastID += 1
        let (id, scopeID) = (lastID, arrival.scopeID)
        var watch =
            watches[scopeID] ?? ScopeWatch(appID: arrival.appID, version: arrival.version)
        watch.polls.append(
            ParkedPoll(
                id: id, responder: responder, account: arrival.account, device: arrival.device,
                environment: arrival.environment, etag: arrival.etag))
        watches[scopeID] = watch
        count += 1
        waiting[arrival.appID, default: 0] += 1
        parked.add(1)
        // The responder's closure must not keep the responder: it names the poll by number.
        responder.onClosed = { [weak self] in
            self?.remove(scopeID, id)
        }
        let now = ContinuousClock.now
        deadlines.push(.poll(scopeID, id), at: now + arrival.wait)
        if let until = arrival.untilChange { expectChange(scopeID, at: now + until) }
        if recent.mayHaveChanged(scopeID, since: arrival.mark) { read(scopeID) }
        arm()
    }

    /// Looks at a scope again because it changed.
    func wake(_ scopeID: UUID) {
        recent.note(scopeID)
        if watches[scopeID] != nil { read(scopeID) }
    }

    /// Looks at every scope again.
    func wakeAll() {
        recent.noteEverything()
        for scopeID in watches.keys { read(scopeID) }
    }

    /// Answers all polls, spread over `duration`, and lets no more park.
    func drain(over duration: Duration) {
        isDraining = true
        let now = ContinuousClock.now
        for (scopeID, watch) in watches {
            for poll in watch.polls {
                let at = now + duration * Double.random(in: 0...0.9)
                deadlines.push(.poll(scopeID, poll.id), at: at)
            }
        }
        fire()
    }

    /// Forgets a poll.
    @discardableResult
    func remove(_ scopeID: UUID, _ id: UInt64) -> ParkedPoll? {
        guard let poll = watches[scopeID]?.remove(id), let watch = watches[scopeID] else {
            return nil
        }
        waiting[watch.appID, default: 0] -= 1
        if watch.polls.isEmpty, !watch.isReading {
            watches[scopeID] = nil
        }
        count -= 1
        parked.add(-1)
        if deadlines.count > 1_024, deadlines.count > 4 * (count + watches.count) { compact() }
        return poll
    }

    private func read(_ scopeID: UUID) {
        guard let watch = watches[scopeID] else { return }
        if watch.isReading {
            watches[scopeID]?.readsAgain = true
        } else {
            watches[scopeID]?.isReading = true
            enqueue.yield(scopeID)
        }
    }

    private func expectChange(_ scopeID: UUID, at instant: ContinuousClock.Instant) {
        if watches[scopeID]?.expectChange(at: instant) == true {
            deadlines.push(.change(scopeID), at: instant)
        }
    }
}

// Reading and answering.
extension StateHub {
    /// What a waiting device may be shown.
    private struct Viewer: Hashable {
        let account: String
        let device: String
        let environment: StoreEnvironment
    }

    /// The environments that somebody waits for.
    func environments(_ scopeID: UUID) -> Set<StoreEnvironment> {
        Set(watches[scopeID]?.polls.map(\.environment) ?? [])
    }

    /// Begins a read: wakes that come from now on make another one.
    func beginRead(_ scopeID: UUID) {
        watches[scopeID]?.readsAgain = false
        // What is read says anew when the clock changes it.
        watches[scopeID]?.changesAt = nil
    }

    /// Ends a read, failed or not.
    func endRead(_ scopeID: UUID) {
        guard let watch = watches[scopeID] else { return }
        watches[scopeID]?.isReading = false
        if watch.polls.isEmpty {
            watches[scopeID] = nil
        } else if watch.readsAgain {
            read(scopeID)
        }
    }

    /// Answers the polls whose state differs from what they have; renders once for each account and device.
    func deliver(
        _ reading: ScopeStore.Reading, _ scopeID: UUID, _ environment: StoreEnvironment,
        _ evaluator: StateEvaluator
    ) {
        guard let watch = watches[scopeID] else { return }
        watches[scopeID]?.version = reading.snapshot.version
        var answers: [Viewer: (etag: String, response: HTTPResponse)] = [:]
        let now = ContinuousClock.now
        for poll in watch.polls
        where poll.environment == environment && reading.members.contains(poll.account) {
            let viewer = Viewer(
                account: poll.account, device: poll.device, environment: environment)
            if answers[viewer] == nil {
                let document = evaluator.state(
                    of: reading.snapshot, account: poll.account, device: poll.device,
                    environment: environment)
                // Its members are texts, numbers and times: all of them have a form in JSON.
                guard let response = try? StateResponse.changed(document) else { continue }
                answers[viewer] = (document.etag, response)
                if let next = document.nextChangeAt {
                    let wait = next.milliseconds(since: reading.snapshot.now) + 1
                    expectChange(scopeID, at: now + .milliseconds(wait))
                }
            }
            guard let answer = answers[viewer], answer.etag != poll.etag else { continue }
            remove(scopeID, poll.id)?.responder.send(answer.response)
        }
        arm()
    }

    /// Takes out the polls whose account has left the scope; they are answered from where it is now.
    func takeLeavers(
        _ scopeID: UUID, _ environment: StoreEnvironment, _ members: Set<String>
    ) -> [ParkedPoll] {
        let leavers = watches[scopeID]?.polls.filter {
            $0.environment == environment && !members.contains($0.account)
        }
        return (leavers ?? []).compactMap { remove(scopeID, $0.id) }
    }

    /// Looks again at the scopes whose version is not the one that was read last.
    func compare(_ versions: [(scopeID: UUID, version: Int64, isDue: Bool)]) {
        for found in versions {
            guard let watch = watches[found.scopeID] else { continue }
            if found.isDue || watch.version != found.version { read(found.scopeID) }
        }
    }
}

// Deadlines.
extension StateHub {
    private func arm() {
        guard let next = deadlines.next else { return }
        if let timerAt, timerAt <= next { return }
        timer?.cancel()
        timerAt = next
        guard loop.acceptsTimers else { return }
        timer = LoopTimer(on: loop, after: ContinuousClock.now.duration(to: next)) {
            [weak self] in
            self?.timer = nil
            self?.timerAt = nil
            self?.fire()
        }
    }

    private func fire() {
        let now = ContinuousClock.now
        for _ in 0..<Self.deadlinesPerTurn {
            guard let deadline = deadlines.pop(until: now) else { break }
            switch deadline {
            case .poll(let scopeID, let id):
                guard let poll = remove(scopeID, id) else { continue }
                poll.responder.send(StateResponse.unchanged(poll.etag, retry: isDraining))
            case .change(let scopeID):
                guard let at = watches[scopeID]?.changesAt, at <= now else { continue }
                watches[scopeID]?.changesAt = nil
                read(scopeID)
            }
        }
        arm()
    }

    private func compact() {
        deadlines.compact { deadline in
            switch deadline {
            case .poll(let scopeID, let id):
                watches[scopeID]?.polls.contains { $0.id == id } ?? false
            case .change(let scopeID): watches[scopeID]?.changesAt != nil
            }
        }
    }
}
