import EventLoop
import FoundationEssentials
import HTTPClient
import InterlockAPI
import StoreSigner

/// Plays the two-device story on a running service.
enum DemoCommand {
    static let demo = Command(
        name: "demo", summary: "Play the story of two devices on a running service.",
        discussion: """
            Makes an app "demo" whose store is a signer of its own (its root is configured for that app \
            alone) and whose deadlines are seconds, then plays: A reserves, B's button goes off, A \
            reports pending, the deadline passes, the signed transaction comes late and settles all the \
            same, and a subscription ends by the clock. Ends with 1 when a step does not happen.
            """,
        options: Option.database + [
            Option("--url", "URL", "Where the service listens (default http://127.0.0.1:8080).")
        ],
        examples: [("interlock demo", "against interlock serve on this machine")],
        run: { try await run($0) })

    private static func run(_ invocation: Invocation) async throws {
        let url = try invocation.text("--url") ?? "http://127.0.0.1:8080"
        guard let parts = URL(string: url), parts.scheme == "http", let host = parts.host,
            let port = parts.port
        else { throw invocation.fault("--url must be http://HOST:PORT") }
        let folder = try DatabaseAccess.dataDirectory(invocation) + "-demo-store"
        try await DatabaseAccess.with(invocation) { storage in
            let stage = try await DemoStage.set(storage, folder: folder)
            let loop = try EventLoop(name: "demo")
            let outcome: Result<Void, any Error>
            do {
                let story = DemoStory(
                    stage: stage, host: host, port: UInt16(clamping: port), loop: loop)
                outcome = .success(try await story.play())
            } catch is HTTPClientError {
                outcome = .failure(
                    CommandFailure.refused("no service answers at \(url): name it with --url"))
            } catch { outcome = .failure(error) }
            await Offload.run { loop.stop() }
            try outcome.get()
        }
    }
}
