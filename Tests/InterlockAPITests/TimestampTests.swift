import InterlockAPI
import Testing

@Suite struct TimestampTests {
    @Test(
        "A time is written in UTC with exactly three digits, cut off",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_999, "1970-01-01T00:00:00.001Z"), (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
            (4_107_542_399_999_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000Z"),
            (-62_135_596_800_000_000, "0001-01-01T00:00:00.000Z"),
            (Int64.min, "0001-01-01T00:00:00.000Z"), (Int64.max, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func writing(microseconds: Int64, text: String) throws {
        #expect(Timestamp(microseconds: microseconds).description == text)
        #expect(try json([Timestamp(microseconds: microseconds)]) == "[\"\(text)\"]")
    }

    @Test(
        "A time is read with or without a fraction, and with any offset",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0),
            ("1970-01-01T00:00:00.5Z", 500_000), ("1970-01-01T00:00:00.123456Z", 123_456),
            ("1970-01-01T00:00:00.123456789Z", 123_456), ("1970-01-01T02:00:00+02:00", 0),
            ("1969-12-31T19:30:00-04:30", 0), ("2000-02-29T12:00:00Z", 951_825_600_000_000),
            ("1969-12-31T23:59:59.999Z", -1_000), ("2016-12-31T23:59:60Z", 1_483_228_800_000_000),
        ] as [(String, Int64)])
    func reading(text: String, microseconds: Int64) throws {
        #expect(Timestamp(text)?.microseconds == microseconds)
        #expect(try read([Timestamp].self, "[\"\(text)\"]").first?.microseconds == microseconds)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "1970-01-01", "1970-01-01T00:00:00", "1970-01-01T00:00Z", "1970-1-01T00:00:00Z",
            "1970-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "1970-13-01T00:00:00Z",
            "1970-00-01T00:00:00Z", "1970-01-00T00:00:00Z", "1970-01-01T24:00:00Z",
            "1970-01-01T00:60:00Z", "1970-01-01T00:00:61Z", "1970-01-01T00:00:00.Z",
            "1970-01-01T00:00:00.1234567890Z", "1970-01-01T00:00:00+2:00",
            "1970-01-01T00:00:00+0200", "1970-01-01T00:00:00+24:00", "1970-01-01T00:00:00Zx",
            "1970-01-01T00:00:00é", "+970-01-01T00:00:00Z", "0000-01-01T00:00:00Z",
            "0001-01-01T00:00:00+00:01", "1970-01-01T00:00:00.000000000000000000000000Z", "0",
        ])
    func refusing(text: String) {
        #expect(Timestamp(text) == nil)
        let error = wireError { _ = try read([Timestamp].self, "[\"\(text)\"]") }
        #expect(error == WireError(field: "[0]", "must be an RFC 3339 time"))
    }

    @Test("Every millisecond of four centuries survives a round trip")
    func roundTrip() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix(state: seed)
        for _ in 0..<20_000 {
            let value = Timestamp(
                milliseconds: Int64.random(
                    in: -62_135_596_800_000...253_402_300_799_999, using: &generator))
            #expect(Timestamp(value.description) == value, "seed \(seed)")
        }
    }

    @Test("Arithmetic saturates and counts down to zero, never below")
    func arithmetic() {
        #expect(Timestamp(milliseconds: .max).microseconds == .max)
        #expect(Timestamp(seconds: .min).microseconds == .min)
        #expect(Timestamp(seconds: 1).adding(seconds: .max).microseconds == .max)
        #expect(Timestamp(seconds: 5).adding(seconds: -6) == Timestamp(seconds: -1))
        let start = Timestamp(microseconds: 1_500)
        #expect(Timestamp(microseconds: 3_499).milliseconds(since: start) == 1)
        #expect(Timestamp(microseconds: 0).milliseconds(since: start) == 0)
        #expect(Timestamp(microseconds: -1).milliseconds == -1)
        #expect(Timestamp(microseconds: -1).seconds == -1)
    }
}

/// A small generator whose seed can be printed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
