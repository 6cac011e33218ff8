// CommandTests: what the program promises at its edge: arguments, exit codes, output, and the life of
// `serve` with its own database, from the first start over a SIGKILL to SIGTERM.
import TestSupport

/// Runs the built program with arguments, and keeps what it said.
struct ProgramOutput {
    let status: Int32
    let output: String
    let errors: String

    init(
        _ arguments: [String], environment: [String] = [], within limit: Duration = .seconds(60)
    ) async throws {
        let process = try ServerProcess("interlock", arguments, environment: environment)
        status = try await process.status(within: limit)
        output = process.output
        errors = process.errors
    }
}
