import EventLoop
import HTTPClient
import TestSupport
import Testing

@testable import AppStoreServer

@Suite("Lending of connections")
struct LendingTests {
    /// A loan that ends when the test says so.
    private struct Loan: Sendable {
        let task: Task<Result<ObjectIdentifier, HTTPClientError>, Never>
        let began: AsyncStream<Void>
        private let end: AsyncStream<Bool>.Continuation

        init(of connections: StoreConnections) {
            let (began, begin) = AsyncStream<Void>.makeStream()
            let (ends, end) = AsyncStream<Bool>.makeStream()
            (self.began, self.end) = (began, end)
            task = Task {
                do throws(HTTPClientError) {
                    return .success(
                        try await connections.lend {
                            (connection) async throws(HTTPClientError) in
                            begin.finish()
                            for await isSound in ends {
                                if isSound { return ObjectIdentifier(connection) }
                                throw .connectionClosed
                            }
                            throw .cancelled
                        })
                } catch { return .failure(error) }
            }
        }

        func hasBegun() async throws {
            let began = self.began
            try await withDeadline(.seconds(20), "a loan") { for await _ in began {} }
        }

        func finish(isSound: Bool = true) { end.yield(isSound) }
    }

    private func with(
        limit: Int, timeout: Duration = .seconds(60),
        _ body: (StoreConnections) async throws -> Void
    ) async throws {
        try await withLoop { loop in
            var configuration = StoreServerConfiguration()
            configuration.connectionLimit = limit
            configuration.requestTimeout = timeout
            let connections = StoreConnections(
                to: try StoreEndpoint("http://127.0.0.1:1"), configuration, on: loop)
            try await body(connections)
            connections.close()
        }
    }

    @Test("no more are lent than there may be; who waits is served in the order of coming")
    func order() async throws {
        try await with(limit: 1) { connections in
            var loans = [Loan(of: connections)]
            try await loans[0].hasBegun()
            for count in 1...3 {
                loans.append(Loan(of: connections))
                try await eventually("a wait") { connections.waiting == count }
            }
            for (index, loan) in loans.enumerated() {
                try await loan.hasBegun()
                #expect(connections.waiting == 3 - index)
                // A newcomer stands behind those who wait, also just after a connection was handed
                // on.
                let newcomer = Loan(of: connections)
                try await eventually("a wait") { connections.waiting == 4 - index }
                newcomer.task.cancel()
                #expect(await newcomer.task.value == .failure(.cancelled))
                loan.finish()
            }
            let used = Set(
                await withTaskGroup { group in
                    for loan in loans { group.addTask { try? await loan.task.value.get() } }
                    return await group.reduce(into: []) { $0.append($1) }
                })
            #expect(used.count == 1)
        }
    }

    @Test("a connection that failed is not lent again")
    func failed() async throws {
        try await with(limit: 1) { connections in
            let first = Loan(of: connections)
            try await first.hasBegun()
            let second = Loan(of: connections)
            try await eventually("a wait") { connections.waiting == 1 }
            // Keeps the first connection's identity from being given to another one.
            var kept: HTTPConnection?
            first.finish(isSound: false)
            #expect(await first.task.value == .failure(.connectionClosed))
            try await second.hasBegun()
            second.finish()
            let reused = try await second.task.value.get()
            try await connections.lend { (connection) async throws(HTTPClientError) in
                kept = connection
                #expect(ObjectIdentifier(connection) == reused)
            }
            await #expect(throws: HTTPClientError.timedOut) {
                try await connections.lend { (_) async throws(HTTPClientError) in throw .timedOut }
            }
            try await connections.lend { (connection) async throws(HTTPClientError) in
                #expect(connection !== kept)
            }
        }
    }

    @Test("a wait ends by its time-out")
    func timeOut() async throws {
        try await with(limit: 1, timeout: .milliseconds(30)) { connections in
            let first = Loan(of: connections)
            try await first.hasBegun()
            let second = Loan(of: connections)
            #expect(await second.task.value == .failure(.timedOut))
            first.finish()
            #expect((try? await first.task.value.get()) != nil)
        }
    }

    @Test("a wait ends with its task, also one that was cancelled before it began")
    func cancelled() async throws {
        try await with(limit: 1) { connections in
            let first = Loan(of: connections)
            try await first.hasBegun()
            let second = Loan(of: connections)
            try await eventually("a wait") { connections.waiting == 1 }
            second.task.cancel()
            #expect(await second.task.value == .failure(.cancelled))
            let third = Task { () -> HTTPClientError? in
                withUnsafeCurrentTask { $0?.cancel() }
                do throws(HTTPClientError) {
                    try await connections.lend { (_) async throws(HTTPClientError) in }
                    return nil
                } catch { return error }
            }
            #expect(await third.value == .cancelled)
            #expect(connections.waiting == 0)
            first.finish()
            let fourth = Loan(of: connections)
            try await fourth.hasBegun()
            fourth.finish()
            #expect(await fourth.task.value == first.task.value)
        }
    }

    @Test("closing ends every wait, and whatever fails afterwards is cancelled")
    func closing() async throws {
        try await with(limit: 1) { connections in
            let first = Loan(of: connections)
            try await first.hasBegun()
            let second = Loan(of: connections)
            try await eventually("a wait") { connections.waiting == 1 }
            connections.close()
            #expect(await second.task.value == .failure(.cancelled))
            first.finish(isSound: false)
            #expect(await first.task.value == .failure(.cancelled))
            let third = Loan(of: connections)
            #expect(await third.task.value == .failure(.cancelled))
        }
    }
}
