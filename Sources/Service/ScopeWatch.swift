import FoundationEssentials
import HTTPServer
import InterlockAPI

/// One poll that waits. Holds no task and no timer.
struct ParkedPoll {
    let id: UInt64
    let responder: HTTPResponder
    let account: String
    let device: String
    let environment: StoreEnvironment
    let etag: String
}

/// The polls that wait on one scope, and what is known of it.
struct ScopeWatch {
    let appID: String
    /// In the order of their coming. Few: an array costs a third of a dictionary, and each scope has one.
    var polls: [ParkedPoll] = []
    /// The version of the newest read.
    var version: Int64
    /// When the clock changes what a device sees.
    var changesAt: ContinuousClock.Instant?
    var isReading = false
    /// A wake came while reading: read again.
    var readsAgain = false

    /// Takes a poll out; nil when it has gone.
    mutating func remove(_ id: UInt64) -> ParkedPoll? {
        polls.firstIndex { $0.id == id }.map { polls.remove(at: $0) }
    }

    mutating func expectChange(at instant: ContinuousClock.Instant) -> Bool {
        if let changesAt, changesAt <= instant { return false }
        changesAt = instant
        return true
    }
}
