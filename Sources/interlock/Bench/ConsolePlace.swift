import EventLoop
import PostgresClient

/// One of the two databases, each with a service of its own, that the screens are compared in.
struct ConsolePlace: Sendable {
    /// A screen by its name, which is the same in both places, and where it is found in this one.
    struct Screen: Sendable {
        let name: String
        let path: String
        /// What a form sends, where the screen is the answer to one.
        let form: String?

        init(_ name: String, _ path: String, form: String? = nil) {
            (self.name, self.path, self.form) = (name, path, form)
        }
    }

    let filler: ConsoleFiller
    let reader: ConsoleReader
    private let pool: PostgresPool

    init(
        _ target: BenchTarget, _ configuration: PostgresConfiguration, appID: String,
        on loop: EventLoop
    ) {
        pool = PostgresPool(configuration, on: loop, options: PostgresPoolOptions(maximum: 1))
        filler = ConsoleFiller(pool: pool, appID: appID)
        reader = ConsoleReader(target, on: loop)
    }

    func close() async { await pool.close() }

    /// Signs in; refuses an app that has intents where it is to be filled, and none where it was.
    func prepare(isFilled: Bool) async throws {
        guard try await filler.isEmpty() != isFilled else {
            throw CommandFailure.refused(
                isFilled
                    ? "the app has no intents: fill it first, without --filled"
                    : "the app has intents already: name another, or measure it with --filled")
        }
        try await reader.signIn()
    }

    /// Asks for a screen so often; gives the p50 in microseconds.
    func time(_ screen: Screen, requests: Int) async throws -> Int64 {
        var times = BenchTimes()
        for _ in 0..<requests {
            let begin = BenchTimes.now
            try await reader.show(screen.path, form: screen.form)
            times.add(BenchTimes.now - begin)
        }
        return times.percentile(50) ?? .max
    }

    /// What is asked for: the pages that the navigation leads to, and what people look for.
    func screens() async throws -> [Screen] {
        let overview = try await reader.get("/admin")
        var screens = ConsoleReader.navigation(of: overview).map { Screen($0, $0) }
        let locks = try await reader.get("/admin/locks")
        if let next = ConsoleReader.links(in: locks, to: "/admin/locks?cursor=").first {
            screens.append(Screen("/admin/locks, second page", next))
        }
        screens.append(
            Screen(
                "releasing a page of locks, shown", "/admin/locks/release",
                form: try ConsoleReader.form(of: locks, choosing: "intent")))
        let keys = try await reader.get("/admin/keys")
        if let key = ConsoleReader.links(in: keys, to: "/admin/keys/").first {
            screens.append(Screen("revoking a key, shown", key))
        }
        let crowded = ConsoleFiller.crowdedAccount
        for path in [
            "locks?stuck=yes", "locks?stuck=yes&status=pending", "locks?status=pending",
            "locks?status=confirming&environment=Sandbox",
            "locks?product_id=product-1", "locks?product_id=none", "locks?older_than=600",
            "locks?older_than=86400", "locks?older_than=604800", "locks?account_id=account-11",
            "locks?account_id=account-11&status=pending", "locks?account_id=\(crowded)",
            "incidents?status=any", "incidents?status=resolved", "account?id=account-11",
            "account?id=\(crowded)", "catalog/edit", "zone",
        ] { screens.append(Screen("/admin/\(path)", "/admin/\(path)")) }
        let found = try await filler.found()
        screens.append(Screen("an intent", "/admin/intents/\(found.intent)"))
        for (name, text) in [
            ("an account", "account-11"), ("an intent", found.intent), ("a token", found.token),
            ("a transaction", found.transaction), ("nothing", "nobody"),
        ] { screens.append(Screen("search for \(name)", "/admin/search?q=\(text)")) }
        return screens
    }
}
