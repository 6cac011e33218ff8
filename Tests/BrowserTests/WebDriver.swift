import EmbeddedPostgres
import EventLoop
import Glibc
import HTTPClient
import InterlockAPI
import TestSupport

/// A `chromedriver` of its own on a free port, and the calls to it.
struct WebDriver: Sendable {
    /// Chromium and its driver, as Debian names them.
    private static let program = "/usr/bin/chromedriver"
    /// A machine that builds at the same time is slow to start a browser.
    private static let patience = Duration.seconds(60)

    let folder: String
    private let process: ServerProcess
    private let connection: HTTPConnection

    /// Starts the driver and waits until it listens.
    ///
    /// - Parameter folder: where it and its browser write; theirs alone.
    static func start(in folder: String, on loop: EventLoop) async throws -> WebDriver {
        guard access(program, X_OK) == 0 else { throw NoBrowser() }
        let process = try ServerProcess(
            program, ["--port=0"],
            environment: [
                "TMPDIR=\(folder)", "XDG_CONFIG_HOME=\(folder)", "XDG_CACHE_HOME=\(folder)",
            ])
        let said = try await process.line(after: "ChromeDriver was started successfully on port ")
        guard let port = UInt16(said.prefix { $0.isNumber }) else {
            throw WebDriverError(code: "no port", message: said)
        }
        let connection = HTTPConnection(host: "127.0.0.1", port: port, on: loop)
        return WebDriver(folder: folder, process: process, connection: connection)
    }

    /// Calls a command of the protocol and gives its value.
    @discardableResult
    func call(
        _ method: HTTPConnection.Method, _ path: String, _ body: [String: WireValue] = [:]
    ) async throws -> WireValue {
        let answer = try await connection.request(
            method, path, headers: [("Content-Type", "application/json")],
            body: method == .post ? try WireCoding.encode(WireValue.object(body)) : [],
            timeout: Self.patience)
        let value = try WireCoding.decode(WireValue.self, from: answer.body)["value"] ?? .null
        guard answer.status == 200 else {
            throw WebDriverError(
                code: value["error"]?.text ?? "\(answer.status)",
                message: value["message"]?.text ?? "")
        }
        return value
    }

    /// The browser's processes.
    var workers: [ProcessHandle] { process.workers }

    /// Ends the driver and whatever is left of its browser, also one that hangs.
    func end() async throws {
        process.send(SIGTERM)
        let ended = try? await process.status(within: .seconds(10))
        if ended == nil { process.send(SIGKILL) }
        do {
            try await eventually("the end of the browser", within: .seconds(10)) {
                workers.isEmpty
            }
        } catch {
            for worker in workers { worker.send(SIGKILL) }
            throw error
        }
    }
}

/// Why the browser did not do what it was told.
struct WebDriverError: Error, CustomStringConvertible {
    /// The protocol's word, such as `no such element`.
    let code: String
    let message: String

    /// Whether the page has replaced the element meanwhile.
    var isStale: Bool { code == "stale element reference" }

    var description: String { "\(code): \(message.prefix(400))" }
}

/// Says that the machine has no browser.
struct NoBrowser: Error, CustomStringConvertible {
    var description: String { "chromium-driver is not installed; deploy/test installs it" }
}
