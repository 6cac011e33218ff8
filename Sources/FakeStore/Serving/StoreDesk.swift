internal import StoreSigner
internal import Synchronization

/// Keeps a running store together: the storefront, what it told, and what shall go wrong; all behind one
/// lock, signed on the way out.
final class StoreDesk: Sendable {
    struct State {
        var store: Storefront
        var log: NotificationLog
        var limit: RateLimit
        var faults = FaultPlan()
        /// How far ticks have moved the store's clock ahead of the machine's.
        var ahead: Int64 = 0
        /// The ids of test notifications by their tokens.
        var tests: [String: String] = [:]
        var random: StoreRandom
    }

    let signer: StoreSigner
    let key: APIKey
    /// The machine's time in milliseconds since 1970.
    private let clock: @Sendable () -> Int64
    /// Is called after each change that may make something due.
    private let onChange: @Sendable () -> Void
    private let state: Mutex<State>

    init(
        store: Storefront, signer: StoreSigner, key: APIKey, delivery: NotificationLog,
        limit: RateLimit, seed: UInt64, clock: @escaping @Sendable () -> Int64,
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.signer = signer
        self.key = key
        self.clock = clock
        self.onChange = onChange
        state = Mutex(
            State(store: store, log: delivery, limit: limit, random: StoreRandom(seed: seed)))
    }

    var machineTime: Int64 { clock() }

    /// Reads or changes the state after the clock has done what was due.
    ///
    /// What is signed under the lock is small; a stand-in has few callers.
    func with<Value: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result = state.withLock { state -> Result<Value, Failure> in
            _ = advance(&state)
            do throws(Failure) { return .success(try body(&state)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Lets the clock do what is due.
    func advance() { state.withLock { _ = advance(&$0) } }

    /// So much happens at once, at most: after a long tick the store's clock catches up by and by.
    private static let burst = 1_000

    private func advance(_ state: inout State) -> [StoreOutcome] {
        let outcomes = state.store.advance(to: clock() + state.ahead, atMost: Self.burst)
        for outcome in outcomes { keep(outcome.notifications, &state) }
        return outcomes
    }

    /// Acts, signs what is to be told, and lets it be sent.
    func perform(_ act: StoreAct) throws(StoreRefusal) -> StoreOutcome {
        let outcome = try with { state throws(StoreRefusal) in
            let outcome = try state.store.perform(act)
            keep(outcome.notifications, &state)
            return outcome
        }
        onChange()
        return outcome
    }

    /// Moves the store's clock ahead; gives what happened on the way.
    func tick(by milliseconds: Int64) -> [StoreOutcome] {
        let outcomes = with { (state: inout State) -> [StoreOutcome] in
            state.ahead += milliseconds
            return advance(&state)
        }
        onChange()
        return outcomes
    }

    /// Something was changed by ``with(_:)`` that may make an attempt due.
    func changed() { onChange() }

    /// When the clock or the schedule has something to do, in the machine's time.
    var nextDue: Int64? {
        state.withLock { state in
            let due = [state.store.nextDue, state.log.nextDue].compactMap(\.self).min()
            return due.map { $0 - state.ahead }
        }
    }

    private func keep(_ notifications: [NotificationTemplate], _ state: inout State) {
        for notification in notifications {
            // Signing fails only without memory; then it is as if it had never been sent.
            guard let payload = try? signer.notification(notification) else { continue }
            state.log.add(
                SentNotification(
                    number: state.log.nextNumber, id: notification.id, kind: notification.kind,
                    subtype: notification.subtype,
                    signedDate: notification.signedDate ?? state.store.now,
                    transactionIDs: notification.transaction.map {
                        [$0.transactionID, $0.originalTransactionID]
                    } ?? [], signedPayload: payload),
                at: state.store.now)
        }
    }
}

// What the courier needs.
extension StoreDesk {
    /// Takes the next attempt that is due.
    func takeDue() -> NotificationLog.Delivery? {
        with { $0.log.takeDue(at: $0.store.now) }
    }

    func record(_ result: SendAttempt.Result, of delivery: NotificationLog.Delivery) {
        with { $0.log.record(result, of: delivery, at: $0.store.now) }
    }

    func giveBack(_ delivery: NotificationLog.Delivery) {
        with { $0.log.giveBack(delivery, at: $0.store.now) }
    }

    var timeout: Duration { with { $0.log.rules.timeout } }
}
