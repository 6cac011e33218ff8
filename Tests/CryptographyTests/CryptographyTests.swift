// CryptographyTests: each promise of Cryptography, on published vectors and on keys made here.
//
// Reading order as in the target: bytes and texts, JSON, keys, JWS, JWK sets, certificates.

/// Makes the same numbers for the same seed (SplitMix64), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Starts from a fresh seed and prints it.
    init(printingFor test: String) {
        let seed = UInt64.random(in: .min ... .max)
        print("\(test): seed \(seed)")
        self.init(seed: seed)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
