package import FoundationEssentials
internal import Glibc

/// Makes UUIDs of version 7 (RFC 9562 section 5.7): a millisecond clock first, so that ids made in
/// order lie close together in an index, then 74 random bits, so that they can't be guessed or
/// collide.
package enum UUIDv7 {
    /// Makes one for the present moment. Ids of the same millisecond have no order.
    package static func make() -> UUID {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let seconds = UInt64(max(0, now.tv_sec))
        return make(milliseconds: seconds * 1000 + UInt64(now.tv_nsec) / 1_000_000)
    }

    /// Makes one for a time in milliseconds since 1970, of which the low 48 bits count.
    package static func make(milliseconds: UInt64) -> UUID {
        var generator = SystemRandomNumberGenerator()
        let high = milliseconds << 16 | 0x7000 | generator.next() & 0x0FFF
        let low = 0x8000_0000_0000_0000 | generator.next() & 0x3FFF_FFFF_FFFF_FFFF
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) {
            $0.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
            $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return UUID(uuid: bytes)
    }
}
