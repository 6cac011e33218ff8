/// Takes a command's arguments one by one.
struct ArgumentScanner {
    private let command: Command
    private var values: [String: [String]] = [:]
    private var operands: [String] = []
    /// The option whose value is the next argument.
    private var open: Option?

    init(_ command: Command) { self.command = command }

    /// Takes the next argument; literally after `--`.
    mutating func take(_ argument: String, literally: Bool) throws(CommandFailure) {
        if let option = open {
            open = nil
            return try keep(argument, of: option)
        }
        guard !literally, argument.hasPrefix("-"), argument != "-" else {
            guard command.furtherOperands != nil || operands.count < command.operands.count else {
                throw .usage("unexpected argument \"\(argument)\"", command: command.name)
            }
            operands.append(argument)
            return
        }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = argument == "-h" ? "--help" : String(parts[0])
        guard let option = command.option(name) else { throw unknown(name) }
        if option.value == nil {
            if parts.count == 2 {
                throw .usage("\(name) takes no value", command: command.name)
            }
            values[name] = []
        } else if parts.count == 2 {
            try keep(String(parts[1]), of: option)
        } else {
            open = option
        }
    }

    /// Gives what was taken.
    consuming func end() throws(CommandFailure) -> ([String: [String]], [String]) {
        if let open { throw .usage("\(open.name) needs a value", command: command.name) }
        return (values, operands)
    }

    private mutating func keep(_ value: String, of option: Option) throws(CommandFailure) {
        if value.isEmpty {
            throw .usage("\(option.name) needs a value", command: command.name)
        }
        if values[option.name] != nil, !option.isRepeatable {
            throw .usage("\(option.name) is given twice", command: command.name)
        }
        values[option.name, default: []].append(value)
    }

    private func unknown(_ name: String) -> CommandFailure {
        let nearest = Spelling.nearest(to: name, among: command.allOptions.map(\.name))
        let hint = nearest.map { "; did you mean \($0)?" } ?? ""
        return .usage("unknown option \(name)\(hint)", command: command.name)
    }
}
