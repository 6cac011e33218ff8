import EventLoop
import HTTPClient
import HTTPServer
import Testing

@Suite("Client")
struct ClientTests {
    @Test("requests of one connection come in order, bodies and headers with them")
    func requestsInOrder() async throws {
        try await Site.open { site in
            let loop = site.group.loops[0]
            let connection = HTTPConnection(host: "localhost", port: site.port, on: loop)
            for number in 0..<20 {
                let response = try await connection.request(.get, "/items/\(number)")
                #expect(String(decoding: response.body, as: UTF8.self) == "item \(number) q=nil")
                #expect(response.header("content-type") == "text/plain")
            }
            #expect(site.server.openConnections == 1)
            let head = try await connection.request(.head, "/hello")
            #expect(head.body.isEmpty)
            #expect(head.header("Content-Length") == "5")
            #expect(try await connection.request(.delete, "/none").status == 204)
            #expect(
                try await connection.request(.post, "/echo", body: [1, 0, 2]).body == [1, 0, 2])
            connection.close()
            await #expect(throws: HTTPClientError.connectionClosed) {
                _ = try await connection.request(.get, "/hello")
            }
        }
    }

    @Test("concurrent requests on one connection all get their own response")
    func concurrentRequests() async throws {
        try await Site.open { site in
            let connection = HTTPConnection(
                host: "127.0.0.1", port: site.port, on: site.group.loops[0])
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    group.addTask {
                        let response = try await connection.request(.get, "/items/\(number)")
                        return String(decoding: response.body, as: UTF8.self)
                            == "item \(number) q=nil"
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
            connection.close()
        }
    }

    @Test("a time-out and a cancellation end the request, and the connection opens anew")
    func abortedRequests() async throws {
        try await Site.open { site in
            let connection = HTTPConnection(
                host: "127.0.0.1", port: site.port, on: site.group.loops[0])
            await #expect(throws: HTTPClientError.timedOut) {
                _ = try await connection.request(.get, "/parked", timeout: .milliseconds(50))
            }
            #expect(await site.shelf.waitForClosings(1))
            let task = Task { try await connection.request(.get, "/parked") }
            #expect(await site.shelf.waitForArrivals(2))
            task.cancel()
            await #expect(throws: HTTPClientError.cancelled) { _ = try await task.value }
            #expect(await site.shelf.waitForClosings(2))
            let early = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await connection.request(.get, "/hello")
            }
            await #expect(throws: HTTPClientError.cancelled) { _ = try await early.value }
            let again = try await connection.request(.get, "/hello")
            #expect(again.status == 200)
            connection.close()
        }
    }

    static let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

    @Test("a connection that the server closed while it was idle is opened anew")
    func reconnects() async throws {
        let server = RawServer()
        let loop = try EventLoop(name: "client")
        let connection = HTTPConnection(host: "127.0.0.1", port: server.port, on: loop)
        for _ in 0..<20 {
            // When that returns, the client has noticed, and has closed as well.
            async let served: Void = server.serve(untilItLeaves: true) { peer in
                peer.read(until: "\r\n\r\n")
                peer.send(Self.hello)
            }
            #expect(try await connection.request(.get, "/").body == Array("hello".utf8))
            await served
        }
        connection.close()
        loop.stop()
    }

    @Test("a request that can't go out as it is is refused")
    func malformedRequests() async throws {
        let loop = try EventLoop(name: "client")
        let connection = HTTPConnection(host: "127.0.0.1", port: 1, on: loop)
        for path in ["", "a", "/a b", "/a\r\nX: y", "http://a/", "/\0"] {
            await #expect(throws: HTTPClientError.malformedRequest) {
                _ = try await connection.request(.get, path)
            }
        }
        let fields = [("", "a"), ("A b", "c"), ("A:", "c"), ("A", "b\r\nC: d"), ("A", "\0")]
        for (name, value) in fields {
            await #expect(throws: HTTPClientError.malformedRequest) {
                _ = try await connection.request(.get, "/", headers: [(name, value)])
            }
        }
        connection.close()
        loop.stop()
    }

    @Test("no server, an unknown name and a response too large are told apart")
    func failuresAreToldApart() async throws {
        let port = try await Site.open { $0.port }
        let loop = try EventLoop(name: "client")
        let nobody = HTTPConnection(host: "127.0.0.1", port: port, on: loop)
        await #expect(throws: HTTPClientError.cannotConnect) {
            _ = try await nobody.request(.get, "/")
        }
        let nowhere = HTTPConnection(host: "a.name.invalid", port: 1, on: loop)
        await #expect(throws: HTTPClientError.unknownHost) {
            _ = try await nowhere.request(.get, "/")
        }
        try await Site.open { site in
            let small = HTTPConnection(
                host: "127.0.0.1", port: site.port, on: loop, responseLimit: 100)
            await #expect(throws: HTTPClientError.responseTooLarge) {
                _ = try await small.request(.post, "/echo", body: Array(repeating: 1, count: 101))
            }
            small.close()
        }
        nobody.close()
        nowhere.close()
        loop.stop()
    }
}
