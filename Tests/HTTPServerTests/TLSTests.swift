import Cryptography
import EventLoop
import Glibc
import HTTPServer
import Testing

@Suite("TLS")
struct TLSTests {
    @Test("requests are served over TLS, and a parked client's going is noticed")
    func roundTrip() async throws {
        let files = try TLSFolder()
        var configuration = HTTPServerConfiguration()
        configuration.tls = files.files
        try await Site.open(configuration) { site in
            let client = try TLSClient(site.port)
            client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await client.read(endingWith: "hello").contains("HTTP/1.1 200 OK"))
            let body = String(repeating: "x", count: 90_000)
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n" + body)
            #expect(await client.read(endingWith: "xx\n", orCount: 90_000).contains("200 OK"))
            client.send("nonsense\r\n\r\n")
            #expect(await client.read(endingWith: "line").contains("400 Bad Request"))

            let parked = try TLSClient(site.port)
            parked.send("GET /parked HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await site.shelf.waitForArrivals(1))
            parked.close()
            #expect(await site.shelf.waitForClosings(1))
        }
    }

    @Test("a client that speaks no TLS gets no answer and is closed")
    func plainIsClosed() async throws {
        let files = try TLSFolder()
        var configuration = HTTPServerConfiguration()
        configuration.tls = files.files
        try await Site.open(configuration) { site in
            let client = RawClient(site.port)
            client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            let reply = await client.readToEnd()
            #expect(reply.ended)
            #expect(reply.statuses.isEmpty)
        }
    }

    @Test("files that are no certificate and key are refused at the start")
    func badFilesAreRefused() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.tls = .init(certificateChain: "/dev/null", privateKey: "/dev/null")
        await #expect(throws: HTTPServerError.self) {
            try await Site.open(configuration) { _ in }
        }
    }
}
