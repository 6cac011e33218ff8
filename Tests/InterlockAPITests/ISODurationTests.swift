import InterlockAPI
import Testing

@Suite struct ISODurationTests {
    @Test(
        "Durations are read into months, days and seconds",
        arguments: [
            ("PT2M", 0, 0, 120, "PT2M"), ("P1M", 1, 0, 0, "P1M"), ("P1Y", 12, 0, 0, "P1Y"),
            ("P1W", 0, 7, 0, "P7D"), ("P3D", 0, 3, 0, "P3D"), ("PT25H", 0, 0, 90_000, "PT25H"),
            ("P1Y2M3DT4H5M6S", 14, 3, 14_706, "P1Y2M3DT4H5M6S"), ("PT0S", 0, 0, 0, "PT0S"),
            ("P0D", 0, 0, 0, "PT0S"), ("PT90S", 0, 0, 90, "PT1M30S"),
        ] as [(String, Int64, Int64, Int64, String)])
    func reading(text: String, months: Int64, days: Int64, seconds: Int64, shortest: String) throws
    {
        let duration = try #require(ISODuration(text))
        #expect(duration.months == months)
        #expect(duration.days == days)
        #expect(duration.seconds == seconds)
        #expect(duration.description == shortest)
        #expect(ISODuration(shortest) == duration)
        #expect(duration.wholeSeconds == (months > 0 ? nil : days * 86_400 + seconds))
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "P", "PT", "1D", "P1", "PD", "P1S", "PT1D", "P1H", "P-1D", "-P1D", "P1.5D",
            "PT0.5S", "P1DT", "P1D2M", "PT1S1M", "P1M1M", "P1DT1HT1M", "p1d", "P1234567890D",
            "P١D", " P1D", "P1D ",
        ])
    func refusing(text: String) {
        #expect(ISODuration(text) == nil)
    }
}
