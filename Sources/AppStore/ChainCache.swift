internal import Cryptography
internal import Glibc
internal import Synchronization

/// Remembers validated chains, so that a message of a known signer costs one signature check.
///
/// Two ways lead to a chain: the digests of its certificates, and the encoded header as it was
/// sent, which for one signer is the same text again and again and then needs no decoding. A header
/// is remembered only after a signature under it was good, so a stranger can't fill the cache with
/// variations. Failures are never remembered. Both tables are bounded; the entry longest unused
/// goes first. Shared by all loops.
final class ChainCache: Sendable {
    private struct State {
        var chains: [VerifiedChain] = []
        var headers: [(text: [UInt8], chain: VerifiedChain)] = []
    }

    private let state = Mutex(State())
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Returns the chain of a header that has been seen under a good signature.
    func chain(header: ArraySlice<UInt8>) -> VerifiedChain? {
        state.withLock { state in
            guard let index = state.headers.firstIndex(where: { Self.equal($0.text, header) })
            else { return nil }
            let entry = state.headers[index]
            // A move for every message would cost more than it helps: only the older half moves.
            if index < state.headers.count / 2 {
                state.headers.append(state.headers.remove(at: index))
            }
            return entry.chain
        }
    }

    /// Returns the chain made of these certificates.
    func chain(_ identity: VerifiedChain.Identity) -> VerifiedChain? {
        state.withLock { state in
            guard let index = state.chains.firstIndex(where: { $0.identity == identity }) else {
                return nil
            }
            let chain = state.chains.remove(at: index)
            state.chains.append(chain)
            return chain
        }
    }

    /// Remembers a chain that has just been validated.
    func remember(_ chain: VerifiedChain) {
        state.withLock { state in
            state.chains.removeAll { $0.identity == chain.identity }
            if state.chains.count >= capacity { state.chains.removeFirst() }
            state.chains.append(chain)
        }
    }

    /// Remembers a header whose message has just been found to be signed by the chain's leaf.
    func remember(header: ArraySlice<UInt8>, chain: VerifiedChain) {
        state.withLock { state in
            state.headers.removeAll { Self.equal($0.text, header) }
            if state.headers.count >= capacity { state.headers.removeFirst() }
            state.headers.append((Array(header), chain))
        }
    }

    private static func equal(_ known: [UInt8], _ header: ArraySlice<UInt8>) -> Bool {
        if known.count != header.count { return false }
        return known.withUnsafeBytes { known in
            header.withUnsafeBytes { header in
                guard let left = known.baseAddress, let right = header.baseAddress else {
                    return true
                }
                return memcmp(left, right, known.count) == 0
            }
        }
    }
}
