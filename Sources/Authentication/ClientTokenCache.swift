internal import Cryptography

/// Remembers verified tokens by their digests, so that a token that is seen again costs a hash and
/// no signature check.
///
/// Bounded by two halves: when the younger one is full, the older one is dropped and they change
/// places; whoever is found in the older one moves to the younger. Nothing is searched, and nothing
/// in use is lost.
struct ClientTokenCache {
    struct Entry {
        let identity: ClientIdentity
        /// Of the app's keys that verified it; an entry of other keys counts for nothing.
        let generation: UInt64
    }

    private var younger: [SHA256Digest: Entry] = [:]
    private var older: [SHA256Digest: Entry] = [:]
    private let half: Int

    init(capacity: Int) { half = max(1, capacity / 2) }

    var count: Int { younger.count + older.count }

    mutating func entry(_ digest: SHA256Digest) -> Entry? {
        if let entry = younger[digest] { return entry }
        guard let entry = older.removeValue(forKey: digest) else { return nil }
        insert(entry, for: digest)
        return entry
    }

    mutating func insert(_ entry: Entry, for digest: SHA256Digest) {
        if younger.count >= half {
            older = younger
            younger = [:]
        }
        younger[digest] = entry
    }

    mutating func remove(_ digest: SHA256Digest) {
        younger[digest] = nil
        older[digest] = nil
    }
}
