import EventLoop
import HTTPClient
import StoreSigner

/// Plays the two-device story on a running service.
enum DemoCommand {
    static let demo = Command(
        name: "demo", summary: "Play the story of two devices on a running service.",
        discussion: """
            Takes about ten seconds and tells each step as it happens: the phone reserves, the tablet's \
            buttons go off, the phone reports pending, the deadline passes, the signed transaction comes \
            late and settles all the same, and a subscription ends by the clock. Ends with 1 when a step \
            does not happen. It makes an app "demo" with deadlines of seconds and a new account each time, \
            which stay, and a store of its own, whose keys it keeps beside the data directory; that store \
            is trusted for the app "demo" alone.
            """,
        options: Option.database + [
            Option(
                "--url", "URL", "Where the service listens (default \(ServiceAddress.standard)).")
        ],
        examples: [
            ("interlock demo", "while `interlock serve` runs on this machine"),
            (
                "interlock demo --url http://127.0.0.1:9000 --data-dir data",
                "while `interlock serve --listen 127.0.0.1:9000 --data-dir data` does"
            ),
        ],
        run: { try await run($0) })

    private static func run(_ invocation: Invocation) async throws {
        let service = try ServiceAddress(
            try invocation.text("--url") ?? ServiceAddress.standard, invocation)
        let folder = try DatabaseAccess.dataDirectory(invocation) + "-demo-store"
        let journal = DemoJournal()
        try await DatabaseAccess.with(invocation) { storage in
            Output.line("Playing on \(service.url), about ten seconds.")
            let stage = try await DemoStage.set(storage, folder: folder)
            let loop = try EventLoop(name: "demo")
            let story = DemoStory(stage: stage, service: service, loop: loop, journal: journal)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await story.play()) } catch {
                outcome = .failure(failure(error, service))
            }
            await Offload.run { loop.stop() }
            try outcome.get()
            Output.line("The story is over: every step happened.")
            if invocation.wantsJSON { try Output.json(journal.document) }
        }
    }

    private static func failure(_ error: any Error, _ service: ServiceAddress) -> any Error {
        guard error is HTTPClientError else { return error }
        return CommandFailure.refused(
            "no service answers at \(service.url) (\(error)): name it with --url")
    }
}
