import AppStoreServer
import Cryptography
import EventLoop
import InterlockAPI
import TestSupport
import Testing

@Suite("Connections")
struct ConnectionTests {
    private static let answer = StandIn.Reply.json(#"{"signedTransactionInfo":"a"}"#)

    @Test("many calls share a few connections, and each gets its own answer")
    func shared() async throws {
        try await Fixture.open(
            { seen in
                .json(
                    #"{"signedTransactionInfo":"\#(seen.path.split(separator: "/").last ?? "")"}"#)
            }, { $0.connectionLimit = 3 }
        ) { fixture in
            let client = fixture.client
            try await withThrowingTaskGroup { group in
                for number in 0..<48 {
                    group.addTask {
                        try await client.transaction("\(number)", in: .production) == "\(number)"
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
            #expect(fixture.store.openConnections <= 3)
            #expect(fixture.store.seen.count == 48)
        }
    }

    @Test("a request that hangs ends by the time-out; the connection goes with it")
    func timeOut() async throws {
        try await Fixture.open(
            { _ in .hang },
            {
                $0.attemptLimit = 1
                $0.requestTimeout = .milliseconds(200)
            }
        ) { fixture in
            let error = await failure { () async throws(StoreServerError) in
                _ = try await fixture.client.transaction("1", in: .production)
            }
            #expect(error?.kind == .unavailable && error?.status == nil)
            // On a busy machine the time may be over before the request arrives.
            if !fixture.store.seen.isEmpty { try await fixture.store.departure() }
        }
    }

    @Test("a connection that is cut, before or in the middle of an answer, is tried again")
    func cut() async throws {
        let half = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"signedTransactionInfo\":\"a"
        let whole = #"{"signedTransactionInfo":"whole"}"#
        let answers = [
            "", half, "HTTP/1.1 200 OK\r\nContent-Length: \(whole.utf8.count)\r\n\r\n\(whole)",
        ]
        try await withLoop { loop in
            let server = try CutServer(answers)
            defer { server.close() }
            var configuration = StoreServerConfiguration()
            configuration.endpoints = [
                .sandbox: try StoreEndpoint("http://127.0.0.1:\(server.port)")
            ]
            let client = StoreServer(
                configuration, try Fixture.credentials(try PrivateKey.generate(.p256)), on: loop,
                clock: TestClock().clock)
            async let served = server.serve()
            let answer = try await client.transaction("1", in: .sandbox)
            #expect(answer == "whole")
            #expect(await served == 3)
            client.close()
        }
    }

    @Test("nobody there is no answer; a server that speaks no HTTP is a malformed one")
    func noStore() async throws {
        try await withLoop { loop in
            let server = try CutServer(["SSH-2.0-no-http-here\r\n\r\n"])
            var configuration = StoreServerConfiguration()
            configuration.endpoints = [
                .sandbox: try StoreEndpoint("http://127.0.0.1:\(server.port)")
            ]
            let client = StoreServer(
                configuration, try Fixture.credentials(try PrivateKey.generate(.p256)), on: loop,
                clock: TestClock().clock)
            func attempt() async -> StoreServerError? {
                await failure { () async throws(StoreServerError) in
                    _ = try await client.transaction("1", in: .sandbox)
                }
            }
            async let served = server.serve()
            let strange = await attempt()
            _ = await served
            #expect(strange?.kind == .malformedResponse)
            server.close()
            let nobody = await attempt()
            #expect(nobody?.kind == .unavailable && nobody?.status == nil)
            client.close()
        }
    }
}
