/// Writes the help of the program and of its commands.
enum HelpText {
    static func overview(_ commands: [Command]) -> String {
        let rows = rows(of: commands)
        let width = rows.map(\.name.count).max() ?? 0
        let list = rows.map { "  \(pad($0.name, width))  \($0.summary)" }
        return """
            interlock keeps two devices of one account from buying conflicting things at once.

            Usage: interlock COMMAND [OPTIONS]

            Commands:
            \(list.joined(separator: "\n"))

            `interlock COMMAND --help` shows a command's options with examples. Where the help names an
            INTERLOCK_… variable, it counts when the option is not given; of a secret, the file that
            INTERLOCK_…_FILE names counts as well.

            First steps, the second and later ones in another terminal:
              interlock serve                   the service, with a database of its own
              interlock demo                    the story of two devices, played on it
              interlock app create --help       your own app; then catalog apply, key create, token
              interlock doctor                  what is still missing

            Exit codes: 0 done, 1 refused or failed (the reason is on standard error), 2 wrong usage.
            """
    }

    /// One row a command; of a noun with more verbs than one can look through, only the first's and
    /// where the others are.
    private static func rows(of commands: [Command]) -> [(name: String, summary: String)] {
        let nouns = Dictionary(grouping: commands) { $0.name.prefix { $0 != " " } }
        var rows: [(name: String, summary: String)] = []
        for command in commands {
            let noun = command.name.prefix { $0 != " " }
            let verbs = nouns[noun] ?? []
            guard verbs.count > 8 else {
                rows.append((command.name, command.summary))
                continue
            }
            guard verbs.first?.name == command.name else { continue }
            rows.append((command.name, command.summary))
            rows.append(("\(noun) --help", "\(verbs.count - 1) more verbs to act on it."))
        }
        return rows
    }

    /// The help of a noun whose verb is missing.
    static func group(_ noun: String, _ commands: [Command]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        let list = commands.map { "  interlock \(pad($0.name, width))  \($0.summary)" }
        return """
            Usage: interlock \(noun) VERB [OPTIONS]

            \(list.joined(separator: "\n"))

            `interlock \(noun) VERB --help` shows a verb's options with examples.
            """
    }

    static func command(_ command: Command) -> String {
        var usage = "Usage: interlock \(command.name)"
        for operand in command.operands { usage += " \(operand)" }
        if let further = command.furtherOperands { usage += " [\(further) …]" }
        for option in command.options where option.isRequired {
            usage += " \(option.name) \(option.value ?? "")"
            if option.isRepeatable { usage += " [\(option.name) …]" }
        }
        usage += " [OPTIONS]"
        var parts = [command.summary, usage]
        if !command.discussion.isEmpty { parts.append(Paragraph.wrapped(command.discussion)) }
        let places = command.options.filter { Option.database.map(\.name).contains($0.name) }
        let own = command.allOptions.filter { !places.map(\.name).contains($0.name) }
        parts.append("Options:\n" + own.map(line).joined(separator: "\n"))
        if !places.isEmpty {
            parts.append("The database, one of:\n" + places.map(line).joined(separator: "\n"))
        }
        if !command.examples.isEmpty {
            let examples = command.examples.map { "  # \($0.effect)\n  \($0.line)" }
            parts.append("Examples:\n" + examples.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    private static func line(_ option: Option) -> String {
        let head = "\(option.name)\(option.value.map { " \($0)" } ?? "")"
        var notes: [String] = []
        if option.isRequired { notes.append("required") }
        if option.isRepeatable { notes.append("repeatable") }
        if option.isSetting {
            notes.append(option.variable + (option.isSecret ? "[_FILE]" : ""))
        }
        let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
        let gap = head.count < 28 ? "" : "\n  " + pad("", 28)
        return "  \(pad(head, 28))\(gap)  " + Paragraph.wrapped(option.help + note, indent: 32)
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
