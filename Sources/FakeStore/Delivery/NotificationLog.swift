/// Remembers notifications and says when which is to be sent: the store's schedule as a pure machine.
///
/// Add, ``takeDue(at:)``, and ``record(_:of:at:)`` what came of it. Without a receiver nothing is due.
struct NotificationLog: Sendable {
    /// One attempt that is to be made.
    struct Delivery: Sendable, Equatable {
        let number: Int
        /// 0 is the first.
        let attempt: Int
        let signedPayload: String
    }

    private struct Pending {
        let due: Int64
        let number: Int
        let attempt: Int
        /// A second copy: it is never tried again.
        let isDuplicate: Bool
    }

    var rules: DeliveryRules
    let hasReceiver: Bool
    private(set) var entries: [SentNotification] = []
    private var pending: [Pending] = []
    private var next = 0
    private var random: StoreRandom

    init(rules: DeliveryRules, hasReceiver: Bool, seed: UInt64) {
        self.rules = rules
        self.hasReceiver = hasReceiver
        random = StoreRandom(seed: seed ^ 0xDE11)
    }

    /// The number that the next notification gets.
    var nextNumber: Int { next }

    /// Remembers a notification, to be sent at once, later, or twice, as the rules say.
    mutating func add(_ notification: SentNotification, at now: Int64) {
        next = notification.number + 1
        entries.append(notification)
        if entries.count > max(1, rules.memory) {
            let gone = entries.removeFirst().number
            pending.removeAll { $0.number == gone }
        }
        guard hasReceiver else { return }
        var due = now
        if rules.reorderOneIn > 0, random.once(in: rules.reorderOneIn) { due += wait() }
        put(Pending(due: due, number: notification.number, attempt: 0, isDuplicate: false))
        guard rules.duplicateOneIn > 0, random.once(in: rules.duplicateOneIn) else { return }
        put(
            Pending(
                due: due + wait(), number: notification.number, attempt: 0, isDuplicate: true))
    }

    private mutating func wait() -> Int64 {
        1 + Int64(random.below(Int(clamping: max(1, rules.holdBack))))
    }

    /// Keeps the order of the times, and of the coming where those are the same.
    private mutating func put(_ new: Pending) {
        let place = pending.firstIndex { $0.due > new.due } ?? pending.endIndex
        pending.insert(new, at: place)
    }

    /// When the next attempt is to be made; nil: none is, or all is paused.
    var nextDue: Int64? { rules.isPaused ? nil : pending.first?.due }

    /// Takes the next attempt that is due; what came of it is to be recorded.
    mutating func takeDue(at now: Int64) -> Delivery? {
        while let first = pending.first, first.due <= now, !rules.isPaused {
            pending.removeFirst()
            guard let place = place(first.number) else { continue }
            let attempt = first.isDuplicate ? rules.retries.count : first.attempt
            return Delivery(
                number: first.number, attempt: attempt,
                signedPayload: entries[place].signedPayload)
        }
        return nil
    }

    /// Records an attempt; a failed one is repeated after the schedule's wait, until that ends.
    mutating func record(_ result: SendAttempt.Result, of delivery: Delivery, at now: Int64) {
        guard let place = place(delivery.number) else { return }
        entries[place].attempts.append(SendAttempt(date: now, result: result))
        guard result != .success, delivery.attempt < rules.retries.count else { return }
        put(
            Pending(
                due: now + rules.retries[delivery.attempt], number: delivery.number,
                attempt: delivery.attempt + 1, isDuplicate: false))
    }

    /// Gives an attempt back that was not made.
    mutating func giveBack(_ delivery: Delivery, at now: Int64) {
        put(
            Pending(
                due: now, number: delivery.number, attempt: delivery.attempt, isDuplicate: false))
    }

    /// The place of an entry by its number: numbers rise by one.
    private func place(_ number: Int) -> Int? {
        guard let first = entries.first?.number, number >= first,
            number - first < entries.count
        else { return nil }
        return number - first
    }
}
