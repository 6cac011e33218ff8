import EventLoop
import HTTPClient
import HTTPServer
import Testing

@Suite("Client over TLS")
struct TLSClientTests {
    /// Runs `body` with a connection to a server over TLS.
    private static func open(
        _ folder: TLSFolder, host: String = "localhost", roots: [String]? = nil,
        configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        _ body: (Site, HTTPConnection) async throws -> Void
    ) async throws {
        var configuration = folder.configuration
        configure(&configuration)
        try await Site.open(configuration) { site in
            let connection = HTTPConnection(
                host: host, port: site.port, on: site.group.loops[0],
                tls: HTTPClientTLS(rootFiles: roots ?? [folder.rootFile]))
            try await body(site, connection)
            connection.close()
        }
    }

    @Test("the right name and a trusted root: requests are answered, all on one connection")
    func trustedPeer() async throws {
        try await Self.open(TLSFolder()) { site, connection in
            for number in 0..<20 {
                let response = try await connection.request(.get, "/items/\(number)")
                #expect(response.status == 200)
            }
            let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
            #expect(try await connection.request(.post, "/echo", body: body).body == body)
            #expect(try await connection.request(.head, "/hello").body.isEmpty)
            #expect(site.server.openConnections == 1)
        }
    }

    @Test("an address is verified as an address")
    func addressAsName() async throws {
        try await Self.open(TLSFolder(names: "IP:127.0.0.1"), host: "127.0.0.1") { _, connection in
            let response = try await connection.request(.get, "/hello")
            #expect(response.status == 200)
        }
    }

    struct Impostor: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var host = "localhost"
        var names: String? = "DNS:localhost"
        var lifetime: Int64 = 3_600
        var isForeign = false
    }

    @Test(
        "a certificate that proves nothing gets no request",
        arguments: [
            Impostor(testDescription: "another name", names: "DNS:example.com"),
            Impostor(testDescription: "another address", host: "127.0.0.1", names: "IP:127.0.0.2"),
            Impostor(testDescription: "an address among the names", host: "127.0.0.1"),
            Impostor(testDescription: "a common name alone", names: nil),
            Impostor(testDescription: "a part of a wildcard", names: "DNS:local*"),
            Impostor(testDescription: "ended", lifetime: -60),
            Impostor(testDescription: "an unknown root", isForeign: true),
        ])
    func untrustedPeer(_ impostor: Impostor) async throws {
        let folder = try TLSFolder(names: impostor.names, lifetime: impostor.lifetime)
        let other = try TLSFolder()
        let root = impostor.isForeign ? other.rootFile : folder.rootFile
        try await Self.open(folder, host: impostor.host, roots: [root]) { site, connection in
            for _ in 0..<3 {
                await #expect(throws: HTTPClientError.untrustedPeer) {
                    _ = try await connection.request(.post, "/echo", body: [1, 2, 3])
                }
            }
            #expect(site.finished.all.isEmpty)
        }
    }

    @Test("an answer that closes its connection is whole, and the next request connects anew")
    func answersThatClose() async throws {
        try await Self.open(TLSFolder()) { _, connection in
            let closing = [(name: "Connection", value: "close")]
            for _ in 0..<20 {
                let last = try await connection.request(.get, "/hello", headers: closing)
                #expect(last.body == Array("hello".utf8))
            }
        }
    }

    @Test(
        "a connection that the server closed while it was idle is opened anew",
        arguments: [true, false])
    func reconnects(_ saysEnd: Bool) async throws {
        let folder = try TLSFolder()
        let files = folder.files
        let server = RawServer()
        let loop = try EventLoop(name: "client")
        let connection = HTTPConnection(
            host: "localhost", port: server.port, on: loop,
            tls: HTTPClientTLS(rootFiles: [folder.rootFile]))
        for _ in 0..<20 {
            // When that returns, the client has noticed, and has closed as well.
            async let served: Void = server.serve(untilItLeaves: true) {
                SecurePeer($0, files).answer(ClientTests.hello, saysEnd: saysEnd)
            }
            #expect(try await connection.request(.get, "/").body == Array("hello".utf8))
            await served
        }
        connection.close()
        loop.stop()
    }

    @Test("a refusal that comes before the body is sent is the request's answer")
    func earlyAnswer() async throws {
        try await Self.open(TLSFolder()) { _, connection in
            for _ in 0..<20 {
                let body = [UInt8](repeating: 0x78, count: 3_000_000)
                let refused = try await connection.request(.post, "/echo", body: body)
                #expect(refused.status == 413)
            }
            let next = try await connection.request(.get, "/hello")
            #expect(next.status == 200)
        }
    }

    @Test("a server that speaks no TLS is no connection; TLS spoken to is no HTTP")
    func plainAndTLSDoNotMix() async throws {
        let loop = try EventLoop(name: "client")
        try await Site.open { site in
            let connection = HTTPConnection(
                host: "localhost", port: site.port, on: loop, tls: HTTPClientTLS())
            await #expect(throws: HTTPClientError.cannotConnect) {
                _ = try await connection.request(.get, "/hello")
            }
            connection.close()
        }
        try await Self.open(TLSFolder()) { site, _ in
            let plain = HTTPConnection(host: "localhost", port: site.port, on: loop)
            await #expect(throws: HTTPClientError.self) {
                _ = try await plain.request(.get, "/hello")
            }
            #expect(site.finished.all.isEmpty)
            plain.close()
        }
        loop.stop()
    }

    @Test("nobody there, and one who never answers, are told apart")
    func failuresOfConnecting() async throws {
        let port = try await Site.open { $0.port }
        let loop = try EventLoop(name: "client")
        let nobody = HTTPConnection(
            host: "127.0.0.1", port: port, on: loop, tls: HTTPClientTLS())
        await #expect(throws: HTTPClientError.cannotConnect) {
            _ = try await nobody.request(.get, "/")
        }
        let server = RawServer()
        let silent = HTTPConnection(
            host: "127.0.0.1", port: server.port, on: loop, tls: HTTPClientTLS())
        await #expect(throws: HTTPClientError.timedOut) {
            _ = try await silent.request(.get, "/", timeout: .milliseconds(50))
        }
        for file in ["/dev/null", "/no/such/file"] {
            let rootless = HTTPConnection(
                host: "127.0.0.1", port: server.port, on: loop,
                tls: HTTPClientTLS(rootFiles: [file]))
            await #expect(throws: HTTPClientError.unusableRoots) {
                _ = try await rootless.request(.get, "/")
            }
        }
        nobody.close()
        silent.close()
        loop.stop()
    }

    @Test("the server is told which name is asked for, and no address", arguments: [true, false])
    func serverName(_ isName: Bool) async throws {
        let server = RawServer()
        let loop = try EventLoop(name: "client")
        let connection = HTTPConnection(
            host: isName ? "localhost" : "127.0.0.1", port: server.port, on: loop,
            tls: HTTPClientTLS())
        async let hello = server.serve { $0.readSome() }
        await #expect(throws: HTTPClientError.cannotConnect) {
            _ = try await connection.request(.get, "/")
        }
        let text = String(decoding: await hello, as: UTF8.self)
        #expect(text.contains("localhost") == isName)
        #expect(!text.contains("127.0.0.1"))
        #expect(text.contains("http/1.1"))
        connection.close()
        loop.stop()
    }

    @Test("a body that the connection's end ends is whole only when TLS says so")
    func truncation() async throws {
        let folder = try TLSFolder()
        let files = folder.files
        let server = RawServer()
        let loop = try EventLoop(name: "client")
        let connection = HTTPConnection(
            host: "localhost", port: server.port, on: loop,
            tls: HTTPClientTLS(rootFiles: [folder.rootFile]))
        for round in 0..<20 {
            async let whole: Void = server.serve {
                SecurePeer($0, files).answer("HTTP/1.1 200 OK\r\n\r\nwhole", saysEnd: true)
            }
            let response = try await connection.request(.get, "/\(round)")
            #expect(response.body == Array("whole".utf8))
            await whole
        }
        async let cut: Void = server.serve {
            SecurePeer($0, files).answer("HTTP/1.1 200 OK\r\n\r\nhal", saysEnd: false)
        }
        await #expect(throws: HTTPClientError.connectionClosed) {
            _ = try await connection.request(.get, "/cut")
        }
        await cut
        connection.close()
        loop.stop()
    }
}
