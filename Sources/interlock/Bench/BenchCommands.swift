import AppStore
import Cryptography
import InterlockAPI
import StoreSigner

/// Measures; `deploy/bench` calls these beside their peers and prints the ratios.
enum BenchCommands {
    static let all = [verify, polls]

    static let verify = Command(
        name: "bench verify",
        summary: "Verify signed transactions of a known chain; print how many a second.",
        options: [Option("--seconds", "N", "For how long (default 3).")],
        examples: [("interlock bench verify", "one thread, three seconds")],
        run: { try verify($0) })

    static let polls = Command(
        name: "bench polls",
        summary: "Park long-polls on a service and wake some; print memory and times.",
        discussion: """
            Every poll is an account of its own, but for the devices of one account, which is changed \
            again and again: the time from sending the change to each device's answer is taken.
            """,
        options: [
            Option("--url", "URL", "Where the service listens.", required: true),
            Option("--key", "KEY", "A key with the role service.", required: true, secret: true),
            Option("--product", "ID", "A product to reserve.", required: true),
            Option("--count", "N", "Polls to park (default 8000)."),
            Option("--devices", "N", "Devices of the account that changes (default 8)."),
            Option("--rounds", "N", "Changes (default 100)."),
            Option("--pid", "PID", "The service's process, for its memory."),
        ],
        examples: [
            (
                "interlock bench polls --url http://127.0.0.1:8080 --key ilk_… --product pro_monthly",
                "8,000 polls, 100 changes that wake eight devices"
            )
        ],
        run: { try await PollBench($0).run() })

    private static func verify(_ invocation: Invocation) throws {
        let seconds = try invocation.integer("--seconds", in: 1...600) ?? 3
        let signer = try StoreSigner()
        let verifier = StoreVerifier(
            roots: TrustedRoots(certificates: [signer.root]), bundleIDs: ["com.example.bench"],
            appAppleID: nil, environments: [.sandbox])
        let signed = try signer.transaction(
            TransactionTemplate(
                transactionID: "1", bundleID: "com.example.bench", productID: "pro_monthly",
                purchaseDate: StoreDate.now.milliseconds))
        let end = ContinuousClock.now + .seconds(seconds)
        var count = 0
        while ContinuousClock.now < end {
            for _ in 0..<100 { _ = try verifier.transaction(signed) }
            count += 100
        }
        Output.line("verifications per second: \(Int64(count) / seconds)")
    }
}
