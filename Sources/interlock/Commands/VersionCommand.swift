/// `interlock version`
enum VersionCommand {
    static let version = "0.1.0"

    static let command = Command(
        name: "version", summary: "Print the version.", options: [],
        examples: [("interlock version", "what runs here")]
    ) { invocation in
        if invocation.wantsJSON {
            try Output.json(["version": version])
        } else {
            Output.line("interlock \(version)")
        }
    }
}
