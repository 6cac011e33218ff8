/// Describes one command: how it is called, what it says about itself, what it does.
struct Command: Sendable {
    /// `app create`.
    let name: String
    /// One sentence for the list of commands.
    let summary: String
    /// What a person should know beyond the options.
    var discussion = ""
    /// What stands beside the options, in their order; all are required.
    var operands: [String] = []
    /// What may stand there after them, any number of times.
    var furtherOperands: String?
    /// Beside those that every command has.
    let options: [Option]
    /// Whole command lines, each with what it does.
    let examples: [(line: String, effect: String)]
    /// Does it; a failure's text goes to standard error. Asked for JSON it should write one document, of which
    /// ``Output`` takes care where it does not.
    let run: @Sendable (Invocation) async throws -> Void

    var allOptions: [Option] { options + [.json, .help] }

    func option(_ name: String) -> Option? { allOptions.first { $0.name == name } }
}
