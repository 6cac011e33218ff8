import FoundationEssentials
import InterlockAPI

// How wide the page is, how it is coloured, and how it looks.
extension Browser {
    /// Lays the page out as on a screen of this size, in CSS pixels; narrower than any window can be.
    func setSize(_ width: Int, _ height: Int = 900) async throws {
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .integer(Int64(width)), "height": .integer(Int64(height)),
                "deviceScaleFactor": .integer(1), "mobile": .bool(false),
            ])
    }

    /// What the person's system asks for: the colours, and less motion.
    func setPreferences(dark: Bool, lessMotion: Bool = false) async throws {
        let features: [WireValue] = [
            ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"],
            [
                "name": "prefers-reduced-motion",
                "value": lessMotion ? "reduce" : "no-preference",
            ],
        ]
        try await devTools("Emulation.setEmulatedMedia", ["features": .array(features)])
    }

    /// A picture (PNG) of the whole page, also of what is below the window.
    func screenshot() async throws -> Data {
        let shown = try await devTools(
            "Page.captureScreenshot",
            ["format": "png", "captureBeyondViewport": .bool(true)])
        guard let text = shown["data"]?.text, let bytes = Data(base64Encoded: text) else {
            throw WebDriverError(code: "no picture", message: "")
        }
        return bytes
    }
}
