import InterlockAPI

/// Counts the instants at which the clock alone changes a document: how many passed, and when the next one comes.
struct StateClock {
    let now: Timestamp
    private(set) var passed = 0
    private(set) var next: Timestamp?

    init(now: Timestamp) { self.now = now }

    mutating func note(_ instant: Timestamp?) {
        guard let instant else { return }
        if instant <= now {
            passed += 1
        } else if next.map({ instant < $0 }) ?? true {
            next = instant
        }
    }

    /// Notes the instants of an ownership that is visible.
    mutating func note(_ row: OwnershipRow) {
        guard row.kind != .consumable, row.revokedAt == nil else { return }
        note(row.startsAt)
        guard let end = row.expiresAt else { return }
        note(end)
        if let grace = row.graceUntil, grace > end { note(grace) }
        if let retry = row.retryUntil, retry > end { note(retry) }
    }
}
