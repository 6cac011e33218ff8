import EmbeddedPostgres
import EventLoop
import FoundationEssentials
import HTTPClient
import InterlockAPI
import TestSupport

/// One browser with a profile of its own: nothing of another test's is in it.
struct Browser: Sendable {
    /// How somebody set the browser up.
    struct Options: Sendable {
        /// False switches JavaScript off in the profile, as a person would.
        var runsScripts = true
        /// The languages that it asks for, as in Accept-Language.
        var languages = "en"
        var width = 1280
        var height = 900
    }

    private let driver: WebDriver
    private let session: String

    /// Runs `body` with a browser; it and all its processes are gone afterwards, also when `body` throws.
    static func with(
        _ options: Options = Options(), _ body: (Browser) async throws -> Void
    ) async throws {
        let folder = try TestFolder.path("browser")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try await withLoop { loop in
            let driver = try await WebDriver.start(in: folder, on: loop)
            let outcome: Result<Void, any Error>
            do {
                let browser = try await start(driver, options)
                do {
                    outcome = .success(try await body(browser))
                } catch { outcome = .failure(error) }
                _ = try? await browser.call(.delete, "")
            } catch { outcome = .failure(error) }
            do { try await driver.end() } catch {
                try outcome.get()
                throw error
            }
            try FileManager.default.removeItem(atPath: folder)
            try outcome.get()
        }
    }

    private static func start(_ driver: WebDriver, _ options: Options) async throws -> Browser {
        let arguments = [
            "--headless=new", "--user-data-dir=\(driver.folder)/profile",
            "--window-size=\(options.width),\(options.height)",
            // Chromium's own sandbox does not start for root, and nothing but our pages is shown.
            "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
            // It talks to the service alone.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-sync",
            "--disable-background-networking", "--disable-component-update", "--no-first-run",
            "--disable-extensions", "--disable-default-apps", "--hide-scrollbars",
            "--force-color-profile=srgb",
        ]
        let scripts: Int64 = options.runsScripts ? 1 : 2
        let capabilities: [String: WireValue] = [
            "browserName": "chrome", "unhandledPromptBehavior": "ignore",
            "goog:loggingPrefs": ["browser": "ALL"],
            "goog:chromeOptions": [
                "binary": "/usr/bin/chromium",
                "args": .array(arguments.map(WireValue.string)),
                "prefs": [
                    "profile.managed_default_content_settings.javascript": .integer(scripts),
                    "intl.accept_languages": .string(options.languages),
                ],
            ],
        ]
        let made = try await driver.call(
            .post, "/session", ["capabilities": ["alwaysMatch": .object(capabilities)]])
        guard let id = made["sessionId"]?.text else {
            throw WebDriverError(code: "session not created", message: "\(made)")
        }
        return Browser(driver: driver, session: id)
    }

    /// The processes that the browser consists of.
    var processes: [ProcessHandle] { driver.workers }

    /// Calls a command of this session.
    @discardableResult
    func call(
        _ method: HTTPConnection.Method, _ path: String, _ body: [String: WireValue] = [:]
    ) async throws -> WireValue {
        try await driver.call(method, "/session/\(session)\(path)", body)
    }

    /// Calls a command of the Chrome DevTools protocol.
    @discardableResult
    func devTools(
        _ command: String, _ parameters: [String: WireValue] = [:]
    ) async throws -> WireValue {
        try await call(
            .post, "/goog/cdp/execute",
            ["cmd": .string(command), "params": .object(parameters)])
    }
}
