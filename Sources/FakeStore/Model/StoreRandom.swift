/// Gives the same numbers, ids and UUIDs for the same seed (SplitMix64).
package struct StoreRandom: RandomNumberGenerator, Sendable, Equatable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, but not including, `bound`, which is positive.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

    /// True once in `bound` times.
    mutating func once(in bound: Int) -> Bool { below(bound) == 0 }

    /// The text of a UUID of version 4, lower case.
    mutating func uuid() -> String {
        let digits = Array("0123456789abcdef".utf8)
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return String(unsafeUninitializedCapacity: 36) { text in
            var at = 0
            for half in [high, low] {
                for shift in stride(from: 60, through: 0, by: -4) {
                    if at == 8 || at == 13 || at == 18 || at == 23 {
                        text[at] = UInt8(ascii: "-")
                        at += 1
                    }
                    text[at] = digits[Int(half >> UInt64(shift) & 0xF)]
                    at += 1
                }
            }
            return at
        }
    }
}
