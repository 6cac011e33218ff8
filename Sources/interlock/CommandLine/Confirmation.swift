import Glibc

/// Asks a person before something is done that can't be taken back.
enum Confirmation {
    static let option = Option("--yes", nil, "Do it without asking.")

    /// Goes on when `--yes` is given or a person at a terminal says yes. Where nobody can be asked, it refuses,
    /// unless `isExact`: the command line itself names the one thing that is done.
    static func require(
        _ question: String, _ invocation: Invocation, isExact: Bool = false
    ) throws(CommandFailure) {
        if invocation.has(option.name) { return }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            if isExact { return }
            throw .refused("nothing was done: there is no terminal to ask at; say --yes")
        }
        Output.ask("\(question) [y/N] ")
        let answer = readLine()?.lowercased().filter { !$0.isWhitespace } ?? ""
        guard answer == "y" || answer == "yes" else { throw .refused("nothing was done") }
    }
}
