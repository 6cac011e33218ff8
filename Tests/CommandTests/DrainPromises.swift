import EventLoop
import Glibc
import HTTPClient
import TestSupport
import Testing

@Suite("The end of a service")
struct DrainPromises {
    @Test("SIGTERM ends a service that answers nobody, whatever its drain", arguments: [0, 3])
    func endOfTheIdle(_ idle: Int) async throws {
        let folder = try TestFolder.path("drain")
        let service = try ServerProcess(
            "interlock",
            ["serve", "--data-dir", folder, "--listen", "127.0.0.1:0", "--drain", "60"])
        let address = try await service.line(after: "listening on http://127.0.0.1:")
        let port = try #require(UInt16(address))
        try await withLoop { loop in
            let connections = (0..<idle).map { _ in
                HTTPConnection(host: "127.0.0.1", port: port, on: loop)
            }
            for connection in connections {
                let ready = try await connection.request(.get, "/readyz")
                #expect(ready.status == 200)
            }
            service.send(SIGTERM)
            let status = try await service.status(within: .seconds(20))
            #expect(status == 0, "\(service.errors)")
            for connection in connections { connection.close() }
        }
    }
}
