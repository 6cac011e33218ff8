import AppStore
import Cryptography
import InterlockAPI
import StoreSigner

/// Measures; `deploy/bench` calls these beside their peers and prints the ratios.
enum BenchCommands {
    static let all = [verify, polls, store, wakes, LedgerBench.command, ConsoleBench.command]

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
            again and again: the time to each device's answer is taken, from the sending of the change \
            and from the answer to it.
            """,
        options: BenchTarget.options + [
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

    static let store = Command(
        name: "bench store",
        summary: "Leave in a folder what the app of bench wakes needs: a store, a catalog.",
        discussion: """
            The folder gets the keys and root.der of a store that signs for this app alone, and a \
            catalog.json whose deadlines are short. The examples, in their order, make the app; \
            its key then goes to bench wakes.
            """,
        operands: ["FOLDER"], options: [],
        examples: [
            ("interlock bench store /tmp/store", "first the folder"),
            (
                "interlock app create --id wakes --bundle-id \(WakeStage.bundleID) "
                    + "--environment Sandbox --root-certificate /tmp/store/root.der",
                "then an app that trusts the store"
            ),
            ("interlock catalog apply /tmp/store/catalog.json --app wakes", "its catalog"),
            ("interlock key create --app wakes --role service --label bench", "its key"),
        ],
        run: { try store($0) })

    static let wakes = Command(
        name: "bench wakes",
        summary: "Time how a parked poll wakes, for each kind of change; print p50 and p99.",
        discussion: """
            The goal is a p99 of \(WakeBench.goal) ms for each kind, and the last line says which miss it. \
            While a crowd of other accounts stays parked, a device of one account waits:

            \(WakeKind.allCases.map { "  \($0.rawValue): \($0.meaning)" }.joined(separator: "\n"))

            SENT counts from the sending of the change instead. An instant is taken by the clock of \
            this machine: run it where the database is. The app is that of bench store.
            """,
        options: BenchTarget.options + [
            Option("--store", "FOLDER", "What bench store left.", required: true),
            Option("--count", "N", "Wake-ups of each kind (default 200)."),
            Option("--others", "N", "Polls that stay parked meanwhile (default 1000)."),
        ],
        examples: [
            (
                "interlock bench wakes --url http://127.0.0.1:8080 --key ilk_… --store /tmp/store",
                "200 of each kind, in about half a minute"
            )
        ],
        run: { try await WakeBench($0).run() })

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

    private static func store(_ invocation: Invocation) throws {
        // The scanner has counted them.
        guard let folder = invocation.operands.first else {
            throw invocation.fault("FOLDER is missing")
        }
        try WakeStage.make(in: folder)
        Output.line("left a store and a catalog in \(folder); next: interlock bench store --help")
    }
}
