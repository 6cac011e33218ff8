import Testing

@testable import interlock

@Suite struct ArgumentTests {
    private func run(
        _ line: String, _ variables: [String: String] = [:]
    ) throws(CommandFailure) -> CommandRun.Resolution {
        let arguments = line.split(separator: " ").map(String.init)
        return try CommandRun(arguments: arguments, settings: Settings { variables[$0] })
            .resolve()
    }

    private func invocation(
        _ line: String, _ variables: [String: String] = [:]
    ) throws -> Invocation {
        guard case .command(let invocation) = try run(line, variables) else {
            throw CommandFailure.refused("help instead of a command")
        }
        return invocation
    }

    @Test(
        "Wrong usage ends with 2, says why and points to the help",
        arguments: [
            ("", "no command"),
            ("serv", "did you mean serve?"),
            ("app", "needs a verb: create, update, list"),
            ("app destroy", "no verb \"destroy\""),
            ("serve --lisen x", "did you mean --listen?"),
            ("serve --listen", "--listen needs a value"),
            ("serve --listen a:1 --listen b:1", "given twice"),
            ("serve now", "unexpected argument \"now\""),
            ("app list --json=yes", "--json takes no value"),
            ("app create --bundle-id com.example.x", "--id is missing"),
            ("key create --app a", "--role is missing"),
            ("key create --app a --role viewer", "--label is missing"),
            ("catalog apply --app a", "is missing"),
            ("token --app a --account b", "--device is missing"),
        ])
    func wrongUsage(line: String, reason: String) {
        let failure = #expect(throws: CommandFailure.self) { try run(line) }
        #expect(failure?.exitCode == 2)
        #expect(failure?.text.contains(reason) == true, "\(failure?.text ?? "")")
        #expect(failure?.text.contains("--help") == true)
    }

    @Test("Every command's help names its options and shows an example")
    func help() throws {
        for command in CommandTable.all {
            guard case .help(let text) = try run("\(command.name) --help") else {
                Issue.record("\(command.name) --help runs the command")
                continue
            }
            for option in command.options { #expect(text.contains(option.name)) }
            #expect(!command.examples.isEmpty, "\(command.name) has no example")
            for example in command.examples { #expect(text.contains(example.line)) }
        }
    }

    @Test("The overview lists every noun and command", arguments: ["--help", "-h", "help"])
    func overview(word: String) throws {
        guard case .help(let text) = try run(word) else {
            Issue.record("no help")
            return
        }
        for command in CommandTable.all {
            // One noun has more verbs than an overview can hold.
            let isOneOfMany = command.name.hasPrefix("fake-store ")
            #expect(text.contains(isOneOfMany ? "fake-store --help" : command.name))
        }
        #expect(text.contains("fake-store serve"))
    }

    @Test("Help names a noun's verbs, and nothing of a word that is none")
    func nounHelp() throws {
        for line in ["help catalog", "catalog --help", "--help catalog"] {
            guard case .help(let text) = try run(line) else {
                Issue.record("\(line): no help")
                continue
            }
            #expect(text.contains("interlock catalog import"))
        }
        #expect(throws: CommandFailure.self) { try run("help catalogue") }
    }

    @Test("No line of a help is wider than a hundred columns, but for usage and examples")
    func width() throws {
        for command in CommandTable.all {
            let lines = HelpText.command(command).split(separator: "\n")
            let wide = lines.prefix { $0 != "Examples:" }
                .filter { $0.count > 100 && !$0.hasPrefix("Usage:") }
            #expect(wide.isEmpty, "\(command.name): \(wide)")
        }
    }

    @Test("A setting comes from its option, else from its variable")
    func settings() throws {
        let variables = ["INTERLOCK_LISTEN": "b:2", "INTERLOCK_APP": "notes"]
        #expect(try invocation("serve --listen a:1", variables).text("--listen") == "a:1")
        #expect(try invocation("serve", variables).text("--listen") == "b:2")
        #expect(try invocation("serve").text("--listen") == nil)
        #expect(try invocation("key list", variables).required("--app") == "notes")
    }

    @Test("A repeatable option keeps every value, in order; both spellings of a value work")
    func repeatable() throws {
        let found = try invocation("app create --id x --bundle-id b.one --bundle-id=b.two")
        #expect(try found.all("--bundle-id") == ["b.one", "b.two"])
    }

    @Test("What follows two hyphens is no option")
    func literal() throws {
        let found = try invocation("catalog apply --app a -- --strange.json")
        #expect(found.operands == ["--strange.json"])
    }
}
