/// Ends a command.
enum CommandFailure: Error, Equatable {
    /// Called wrongly: exit code 2, with a hint at the help.
    case usage(String, command: String? = nil)
    /// Refused or failed: exit code 1.
    case refused(String)

    var exitCode: Int32 {
        switch self {
        case .usage: 2
        case .refused: 1
        }
    }

    /// What goes to standard error.
    var text: String {
        switch self {
        case .refused(let reason): "interlock: \(reason)"
        case .usage(let reason, let command):
            "interlock: \(reason)\nTry: interlock \(command.map { "\($0) " } ?? "")--help"
        }
    }
}
