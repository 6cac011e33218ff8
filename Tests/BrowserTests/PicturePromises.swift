import FoundationEssentials
import Glibc
import InterlockAPI
import Testing

extension BrowserPromises {
    /// Pictures for people. `INTERLOCK_PICTURES=FOLDER swift test --filter Pictures` writes one of every screen
    /// in both colours and two widths, and the page beside it.
    @Suite("Pictures", .enabled(if: getenv("INTERLOCK_PICTURES") != nil))
    struct Pictures {
        private static let sizes = [1280, 390]

        @Test(arguments: ["en", "zh-CN"])
        func `every screen has its picture taken`(_ language: String) async throws {
            let folder = getenv("INTERLOCK_PICTURES").map { String(cString: $0) } ?? "."
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try await ConsoleStage.with { stage in
                let sample = try await Sample.fill(stage)
                var options = Browser.Options()
                options.languages = language
                try await Browser.with(options) { browser in
                    let person = Person(browser: browser, stage: stage)
                    try await person.open("/admin/sign-in")
                    try await take(browser, "\(folder)/\(language)-sign-in")
                    try await browser.find("[name=key]").send(stage.key("admin") + "\n")
                    for (name, path) in try Screens.all(sample) {
                        try await person.open(path)
                        try await take(browser, "\(folder)/\(language)-\(name)")
                    }
                }
            }
        }

        private func take(_ browser: Browser, _ name: String) async throws {
            let page = try await browser.run("return document.documentElement.outerHTML").text
            try Data((page ?? "").utf8).write(to: URL(filePath: "\(name).html"))
            for width in Self.sizes {
                try await browser.setSize(width)
                for dark in [false, true] {
                    try await browser.setPreferences(dark: dark)
                    let picture = try await browser.screenshot()
                    try picture.write(
                        to: URL(filePath: "\(name)-\(width)\(dark ? "-dark" : "").png"))
                }
            }
        }
    }
}
