internal import Cryptography

/// Holds what a validated chain of certificates is good for: its leaf's key, within the time all
/// three are valid.
struct VerifiedChain: Sendable {
    let leafKey: PublicKey
    /// Unix seconds; messages dated outside need a validation of their own.
    let validity: ClosedRange<Int64>
    /// What the chain was made of.
    let identity: Identity

    /// Tells chains apart: the certificates, and whether the root came along with the message.
    struct Identity: Hashable, Sendable {
        let leaf: SHA256Digest
        let intermediate: SHA256Digest
        let pinnedRoot: SHA256Digest?
    }

    /// The marker of the intermediate: Apple Worldwide Developer Relations.
    static let intermediateMarker = "1.2.840.113635.100.6.2.1"
    /// The marker of the leaf: signs App Store receipts.
    static let leafMarker = "1.2.840.113635.100.6.11.1"
}
