import AppStoreServer
import Cryptography
import InterlockAPI
import TestSupport
import Testing

@Suite("Locating")
struct LocateTests {
    /// Runs `body` with a client of two stand-ins.
    private func with(
        production: StandIn.Reply, sandbox: StandIn.Reply,
        _ change: (inout StoreServerConfiguration) -> Void = { _ in },
        _ body: (StoreServer, _ production: StandIn, _ sandbox: StandIn) async throws -> Void
    ) async throws {
        try await withLoop { loop in
            try await StandIn.open(on: loop, { _ in production }) { first in
                try await StandIn.open(on: loop, { _ in sandbox }) { second in
                    var configuration = StoreServerConfiguration()
                    configuration.endpoints = [
                        .production: try first.endpoint, .sandbox: try second.endpoint,
                    ]
                    change(&configuration)
                    let client = StoreServer(
                        configuration, try Fixture.credentials(try PrivateKey.generate(.p256)),
                        on: loop, clock: TestClock().clock)
                    try await body(client, first, second)
                    client.close()
                }
            }
        }
    }

    private static let signed = StandIn.Reply.json(
        #"{"bundleId":"com.example.app","signedTransactionInfo":"a"}"#)

    @Test("Production is asked first, and is enough where it answers")
    func production() async throws {
        try await with(production: Self.signed, sandbox: Self.signed) { client, _, sandbox in
            let found = try await client.locate(transaction: "1")
            #expect(found == Located(environment: .production, answer: "a"))
            #expect(sandbox.seen.isEmpty)
        }
    }

    @Test("after 4040010 the sandbox is asked, with any call")
    func sandbox() async throws {
        let unknown = StandIn.Reply.failure(404, code: 4_040_010)
        try await with(production: unknown, sandbox: Self.signed) { client, production, _ in
            let found = try await client.locate(transaction: "1")
            #expect(found == Located(environment: .sandbox, answer: "a"))
            #expect(production.seen.count == 1)
            let history = try await client.locate { (environment) async throws(StoreServerError) in
                try await client.historyPage(of: "1", in: environment)
            }
            #expect(history.environment == .sandbox)
        }
        try await with(production: unknown, sandbox: unknown) { client, _, _ in
            let error = await failure { () async throws(StoreServerError) in
                _ = try await client.locate(transaction: "1")
            }
            #expect(error?.kind == .notFound && error?.code == .transactionNotFound)
        }
    }

    @Test("every other error of Production is the answer: 401, 404 of another sort, 500, 429")
    func otherErrors() async throws {
        let replies: [StandIn.Reply] = [
            .answer(401, ""), .failure(404, code: 4_040_005), .failure(404, code: 4_040_003),
            .answer(404, ""), .answer(500, ""), .failure(429, code: 4_290_000),
            .failure(400, code: 4_000_006), .failure(401, code: 4_040_010), .json("garbage"),
        ]
        for reply in replies {
            try await with(production: reply, sandbox: Self.signed) { client, _, sandbox in
                let error = await failure { () async throws(StoreServerError) in
                    _ = try await client.locate(transaction: "1")
                }
                #expect(error != nil && sandbox.seen.isEmpty, "\(reply)")
            }
        }
    }

    @Test("an app without Production is looked for in the sandbox alone")
    func sandboxOnly() async throws {
        try await with(
            production: .answer(401, ""), sandbox: Self.signed,
            { $0.endpoints[.production] = nil }
        ) { client, production, _ in
            #expect(client.environments == [.sandbox])
            let answer = try await client.locate(transaction: "1").environment
            #expect(answer == .sandbox)
            #expect(production.seen.isEmpty)
        }
        try await with(
            production: Self.signed, sandbox: Self.signed, { $0.endpoints = [:] }
        ) { client, _, _ in
            let error = await failure { () async throws(StoreServerError) in
                _ = try await client.locate(transaction: "1")
            }
            #expect(error?.kind == .invalidRequest)
        }
    }
}
