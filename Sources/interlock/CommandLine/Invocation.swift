/// Holds a command's arguments after they were checked against its description.
struct Invocation: Sendable {
    let command: Command
    let operands: [String]
    private let values: [String: [String]]
    private let settings: Settings

    /// Reads what follows the command's name.
    ///
    /// - Throws: a usage failure for an unknown option, a missing or superfluous value or operand.
    init(
        _ command: Command, arguments: some Sequence<String>, settings: Settings
    ) throws(CommandFailure) {
        var scanner = ArgumentScanner(command)
        var isLiteral = false
        for argument in arguments {
            if !isLiteral, argument == "--" {
                isLiteral = true
            } else {
                try scanner.take(argument, literally: isLiteral)
            }
        }
        (values, operands) = try scanner.end()
        self.command = command
        self.settings = settings
        if asksForHelp { return }
        if operands.count < command.operands.count {
            let missing = command.operands[operands.count]
            throw .usage("\(missing) is missing", command: command.name)
        }
        for option in command.options where option.isRequired {
            if try all(option.name).isEmpty {
                throw .usage("\(option.name) is missing", command: command.name)
            }
        }
    }

    var asksForHelp: Bool { has("--help") }
    var wantsJSON: Bool { has("--json") }

    /// Tells whether a switch is given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// All values of an option: of the command line, else of the environment.
    func all(_ name: String) throws(CommandFailure) -> [String] {
        if let given = values[name] { return given }
        guard let option = command.option(name) else { return [] }
        return try settings.value(of: option).map { [$0] } ?? []
    }

    /// An option's value, or nil.
    func text(_ name: String) throws(CommandFailure) -> String? { try all(name).last }

    /// A required option's value.
    func required(_ name: String) throws(CommandFailure) -> String {
        guard let value = try text(name) else { throw fault("\(name) is missing") }
        return value
    }

    /// An option's value as a whole number within bounds, or nil.
    func integer(
        _ name: String, in bounds: ClosedRange<Int64>
    ) throws(CommandFailure) -> Int64? {
        guard let text = try text(name) else { return nil }
        guard let value = Int64(text), bounds.contains(value) else {
            throw fault(
                "\(name) must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return value
    }

    /// An option's values as words of an enum.
    func words<Word: RawRepresentable & CaseIterable>(
        _ name: String, as type: Word.Type
    ) throws(CommandFailure) -> [Word] where Word.RawValue == String {
        var words: [Word] = []
        for text in try all(name) {
            guard let word = Word(rawValue: text) else {
                let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
                throw fault("\(name) \(text): must be one of \(known)")
            }
            words.append(word)
        }
        return words
    }

    /// A usage failure of this command.
    func fault(_ reason: String) -> CommandFailure { .usage(reason, command: command.name) }
}
