import Cryptography
import EventLoop
import HTTPServer
import Synchronization
import TestSupport

/// The developer's server: takes notifications, with the statuses that it was told to answer.
final class Receiver: Sendable {
    private let statuses: Mutex<[Int]>
    private let payloads: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private let address = Mutex("")

    var url: String { address.withLock { $0 } }

    private init(_ statuses: [Int]) {
        self.statuses = Mutex(statuses)
        (payloads, continuation) = AsyncStream.makeStream()
    }

    /// Runs `body` with a receiver that answers with each status in turn, then with 200.
    static func with(
        statuses: [Int], _ body: @escaping @Sendable (Receiver) async throws -> Void
    ) async throws {
        let receiver = Receiver(statuses)
        let loops = try EventLoopGroup(count: 1, name: "receiver")
        var router = HTTPRouter()
        router.on(.post, "/notify", name: "notify", bodyLimit: 1 << 20) { request in
            .response(HTTPResponse(status: receiver.take(request.body)))
        }
        let server = HTTPServer(
            configuration: .init(), router: router, loops: loops.loops,
            errorResponse: { HTTPResponse(status: $0.status) })
        let port = try await server.start()
        receiver.address.withLock { $0 = "http://127.0.0.1:\(port)/notify" }
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(
                try await withDeadline(.seconds(30), "the test ends") { try await body(receiver) })
        } catch { outcome = .failure(error) }
        await server.stop(within: .milliseconds(100))
        await Offload.run { loops.stop() }
        try outcome.get()
    }

    private func take(_ body: [UInt8]) -> Int {
        let payload = try? JSONReader.read(body).object?["signedPayload"]?.string
        continuation.yield(payload ?? "")
        return statuses.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
    }

    /// Waits for the next notification.
    func next() async throws -> String {
        for await payload in payloads { return payload }
        throw CancellationError()
    }
}
