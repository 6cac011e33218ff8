import Telemetry
import Testing

@Suite struct RedactedTests {
    private struct Settings {
        var password = Redacted("hunter2")
    }

    @Test("No description, dump or reflection shows a secret; only `exposed` does")
    func hidden() {
        let settings = Settings()
        var dumped = ""
        dump(settings, to: &dumped)
        let shown =
            "\(settings) \(settings.password) \(String(reflecting: settings))"
            + "\(String(describing: Optional(settings.password))) \(dumped)"
        #expect(!shown.contains("hunter2"))
        #expect(shown.contains("<redacted>"))
        #expect(settings.password.exposed == "hunter2")
        #expect(settings.password == Redacted("hunter2"))
    }
}
