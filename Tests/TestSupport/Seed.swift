import Glibc

/// The seed of one random test, printed so that a failure can be repeated.
///
/// `INTERLOCK_SEED=… deploy/test` runs every test with that seed.
package struct Seed: Sendable, CustomStringConvertible {
    package let value: UInt64

    /// Takes the seed from the environment, or a new one, and prints it.
    package static func make(_ test: String = #function) -> Seed {
        let given = getenv("INTERLOCK_SEED").flatMap { UInt64(String(cString: $0)) }
        let seed = Seed(value: given ?? UInt64.random(in: 0 ... .max))
        print("\(test): INTERLOCK_SEED=\(seed.value)")
        return seed
    }

    package init(value: UInt64) { self.value = value }

    package var description: String { "INTERLOCK_SEED=\(value)" }

    /// A generator that gives the same numbers for the same seed. `stream` tells several apart.
    package func generator(stream: UInt64 = 0) -> SeededGenerator {
        SeededGenerator(state: value &+ stream &* 0x9e37_79b9_7f4a_7c15)
    }
}

/// SplitMix64.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
