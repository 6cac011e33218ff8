import EmbeddedPostgres
import PostgresClient
import TestSupport
import Testing

@Suite("Listener")
struct ListenerPromises {
    /// Runs `body` with a listener on two channels, once it listens.
    static func with(
        _ url: String, options: PostgresListenerOptions = PostgresListenerOptions(),
        _ body:
            @escaping @Sendable (PostgresListener, inout PostgresListenerEvents.Iterator)
            async throws -> Void
    ) async throws {
        try await withDeadline(.seconds(40)) {
            try await withLoop { loop in
                let listener = PostgresListener(
                    try PostgresConfiguration(url: url), on: loop,
                    channels: ["news", "Odd \"name\""], options: options)
                var events = listener.events.makeAsyncIterator()
                #expect(await events.next() == .listening)
                try await body(listener, &events)
                await listener.close()
                #expect(await events.next() == nil)
            }
        }
    }

    @Test("notifications arrive in order, from every channel")
    func notificationsArrive() async throws {
        let database = try await TestDatabase.fresh()
        try await Self.with(database.url) { _, events in
            try await withPool(database.url, options: PostgresPoolOptions(maximum: 1)) { pool in
                for number in 0..<20 {
                    let channel = number % 2 == 0 ? "news" : "Odd \"name\""
                    _ = try await pool.query(
                        "select pg_notify($1, $2)", [.text(channel), .text("n\(number)")])
                    guard case .notification(let got)? = await events.next() else {
                        Issue.record("no notification")
                        return
                    }
                    #expect(got.channel == channel && got.payload == "n\(number)")
                }
            }
        }
        try await database.drop()
    }

    @Test("a lost connection is replaced, and the owner is told to read everything again")
    func lostConnectionsAreReplaced() async throws {
        let database = try await TestDatabase.fresh()
        try await Self.with(database.url) { listener, events in
            let administration = try await TestCluster.shared().administration
            let process = try #require(await listener.serverProcess())
            _ = try await administration.query(
                "select pg_terminate_backend($1::int4)", [.int4(process)])
            var event = await events.next()
            while case .disconnected? = event { event = await events.next() }
            #expect(event == .listening)
            #expect(await listener.serverProcess() != process)
            try await withPool(database.url) { pool in
                _ = try await pool.query("select pg_notify('news', 'again')")
            }
            guard case .notification(let got)? = await events.next() else {
                Issue.record("no notification")
                return
            }
            #expect(got.payload == "again")
        }
        try await database.drop()
    }

    @Test("a peer that falls silent is noticed by the heartbeat")
    func silentPeersAreNoticed() async throws {
        let database = try await TestDatabase.fresh()
        let socket = try await TestCluster.shared().cluster.socketDirectory
        let proxy = try BlackHoleProxy(to: "\(socket)/.s.PGSQL.5432")
        var options = PostgresListenerOptions()
        options.heartbeat = .milliseconds(50)
        options.heartbeatDeadline = .milliseconds(100)
        options.connectDeadline = .milliseconds(500)
        let url = "postgres://interlock@127.0.0.1:\(proxy.port)/\(database.name)"
        try await Self.with(url, options: options) { _, events in
            proxy.swallow()
            guard case .disconnected? = await events.next() else {
                Issue.record("not noticed")
                return
            }
            proxy.swallow(false)
            var event = await events.next()
            while case .disconnected? = event { event = await events.next() }
            #expect(event == .listening)
        }
        try await database.drop()
    }

    @Test("a slow reader keeps the newest and learns that it missed some")
    func slowReadersLearnOfTheirLoss() async throws {
        let database = try await TestDatabase.fresh()
        var options = PostgresListenerOptions()
        options.capacity = 5
        try await Self.with(database.url, options: options) { listener, events in
            try await withPool(database.url) { pool in
                try await pool.simple(
                    "do $$ begin for i in 1..100 loop perform pg_notify('news', i::text); "
                        + "end loop; end $$")
            }
            // The heartbeat's answer comes after all of them; so does that of the next notification.
            var seen: [String] = []
            var overflows = 0
            while seen.last != "100", let event = await events.next() {
                switch event {
                case .overflowed: overflows += 1
                case .notification(let got): seen.append(got.payload)
                default: Issue.record("\(event)")
                }
            }
            #expect(seen == seen.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) })
            #expect(overflows > 0 || seen.count == 100)
            #expect(overflows == 0 || seen.count < 100)
        }
        try await database.drop()
    }
}
