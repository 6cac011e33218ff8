/// Runs one command line and gives its exit code.
struct CommandRun: Sendable {
    enum Resolution {
        case help(String)
        case command(Invocation)
    }

    let arguments: [String]
    let settings: Settings
    var commands = CommandTable.all

    func run() async -> Int32 {
        do {
            switch try resolve() {
            case .help(let text): Output.line(text)
            case .command(let invocation):
                if invocation.wantsJSON { Output.reserveForJSON() }
                try await invocation.command.run(invocation)
            }
            try Output.finish()
            return 0
        } catch let failure as CommandFailure {
            Output.error(failure.text)
            return failure.exitCode
        } catch {
            Output.error(CommandFailure.refused("\(error)").text)
            return 1
        }
    }

    /// Finds the command and reads its arguments.
    func resolve() throws(CommandFailure) -> Resolution {
        guard let first = arguments.first else {
            throw .usage("no command is given")
        }
        if ["--help", "-h", "help"].contains(first) {
            return .help(try help(on: arguments.dropFirst().filter { !$0.hasPrefix("-") }))
        }
        let name = first == "--version" ? "version" : first
        if let command = commands.first(where: { $0.name == name }) {
            return try invocation(of: command, arguments.dropFirst())
        }
        let group = commands.filter { $0.name.hasPrefix("\(name) ") }
        guard !group.isEmpty else { throw unknown(name) }
        guard arguments.count > 1, !["--help", "-h"].contains(arguments[1]) else {
            if arguments.count > 1 { return .help(HelpText.group(name, group)) }
            throw .usage("\(name) needs a verb: \(verbs(of: group))", command: name)
        }
        guard let command = group.first(where: { $0.name == "\(name) \(arguments[1])" }) else {
            throw .usage(
                "\(name) has no verb \"\(arguments[1])\", but \(verbs(of: group))", command: name)
        }
        return try invocation(of: command, arguments.dropFirst(2))
    }

    private func help(on words: [String]) throws(CommandFailure) -> String {
        guard let noun = words.first else { return HelpText.overview(commands) }
        let name = words.joined(separator: " ")
        if let command = commands.first(where: { $0.name == name }) {
            return HelpText.command(command)
        }
        let group = commands.filter { $0.name.hasPrefix("\(noun) ") }
        guard words.count == 1, !group.isEmpty else { throw unknown(name) }
        return HelpText.group(noun, group)
    }

    private func invocation(
        of command: Command, _ rest: ArraySlice<String>
    ) throws(CommandFailure) -> Resolution {
        let invocation = try Invocation(command, arguments: rest, settings: settings)
        return invocation.asksForHelp
            ? .help(HelpText.command(command)) : .command(invocation)
    }

    private func verbs(of group: [Command]) -> String {
        group.map { $0.name.split(separator: " ").dropFirst().joined(separator: " ") }
            .joined(separator: ", ")
    }

    private func unknown(_ name: String) -> CommandFailure {
        let nouns = commands.map { String($0.name.prefix { $0 != " " }) }
        let hint = Spelling.nearest(to: name, among: nouns).map { "; did you mean \($0)?" } ?? ""
        return .usage("no command \"\(name)\"\(hint)")
    }
}
