import Glibc
import TestSupport
import Testing

/// A running service and its private PostgreSQL, both to be ended at once.
struct KillService: Sendable {
    let process: ServerProcess
    let port: UInt16
    private let postmaster: Postmaster

    /// Starts the service on a data directory and waits until it is ready.
    init(dataDirectory: String) async throws {
        process = try ServerProcess(
            "interlock",
            ["serve", "--data-dir", dataDirectory, "--listen", "127.0.0.1:0", "--drain", "0"])
        port = try #require(
            UInt16(try await process.line(after: "listening on http://127.0.0.1:")))
        postmaster = try Postmaster(dataDirectory: dataDirectory)
    }

    /// Ends the victims, one right after the other.
    func end(_ victims: [Victim]) {
        for victim in victims {
            switch victim {
            case .server: process.send(SIGKILL)
            case .database: postmaster.stopImmediately()
            }
        }
    }

    /// Waits until the victims are gone; a service without its PostgreSQL ends by itself, and says so.
    func waitForEnd(of victims: [Victim]) async throws {
        let status = try await process.status(within: .seconds(20))
        if !victims.contains(.server) { #expect(status == 1, "\(process.errors)") }
        if victims.contains(.database) { try await postmaster.waitForEnd() }
    }
}
