import AppStoreServer
import Cryptography
import EventLoop
import InterlockAPI
import TestSupport
import Testing

@Suite("Cancellation")
struct CancellationTests {
    /// A call that must fail, in a task of its own.
    private func start(_ client: StoreServer) -> Task<StoreServerError?, Never> {
        Task {
            await failure { () async throws(StoreServerError) in
                _ = try await client.transaction("1", in: .sandbox)
            }
        }
    }

    @Test("a request under way is cut off")
    func underWay() async throws {
        try await Fixture.open({ _ in .hang }) { fixture in
            let task = start(fixture.client)
            try await fixture.store.arrival()
            task.cancel()
            #expect(await task.value?.kind == .cancelled)
            try await fixture.store.departure()
            #expect(fixture.store.seen.count == 1)
        }
    }

    @Test("a task that is cancelled already sends nothing")
    func early() async throws {
        try await Fixture.open({ _ in .hang }) { fixture in
            let client = fixture.client
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await failure { () async throws(StoreServerError) in
                    _ = try await client.transaction("1", in: .sandbox)
                }
            }
            #expect(await task.value?.kind == .cancelled)
            #expect(fixture.store.seen.isEmpty)
        }
    }

    @Test("a pause between attempts ends at once")
    func pausing() async throws {
        try await withLoop { loop in
            try await StandIn.open(on: loop, { _ in .answer(503, "") }) { store in
                let began = AsyncStream<Void>.makeStream()
                var clock = StoreClock.system(on: loop)
                clock.sleep = { (_) async throws(CancellationError) in
                    began.continuation.yield()
                    try await loop.sleep(for: .seconds(3_600))
                }
                var configuration = StoreServerConfiguration()
                configuration.endpoints = [.sandbox: try store.endpoint]
                let client = StoreServer(
                    configuration, try Fixture.credentials(try PrivateKey.generate(.p256)),
                    on: loop, clock: clock)
                let task = start(client)
                try await withDeadline { for await _ in began.stream { return } }
                task.cancel()
                #expect(await task.value?.kind == .cancelled)
                #expect(store.seen.count == 1)
            }
        }
    }

    @Test("closing the client ends what is under way and what waits, and nothing is tried again")
    func closing() async throws {
        try await Fixture.open({ _ in .hang }, { $0.connectionLimit = 1 }) { fixture in
            let first = start(fixture.client)
            try await fixture.store.arrival()
            let second = start(fixture.client)
            fixture.client.close()
            #expect(await first.value?.kind == .cancelled)
            #expect(await second.value?.kind == .cancelled)
            #expect(await start(fixture.client).value?.kind == .cancelled)
            #expect(fixture.clock.waits.isEmpty)
            #expect(fixture.store.seen.count == 1)
            fixture.client.close()
        }
    }

    @Test("a run over pages ends with the task")
    func pages() async throws {
        let script = Script(.json(#"{"hasMore":true,"revision":"r1"}"#), .hang)
        try await Fixture.open(script.next) { fixture in
            let client = fixture.client
            let task = Task { () -> (Int, StoreServerError?) in
                var pages = client.history(of: "1", in: .sandbox).makeAsyncIterator()
                var count = 0
                do throws(StoreServerError) {
                    while try await pages.next() != nil { count += 1 }
                    return (count, nil)
                } catch { return (count, error) }
            }
            try await fixture.store.arrival()
            try await fixture.store.arrival()
            task.cancel()
            let (count, error) = await task.value
            #expect(count == 1 && error?.kind == .cancelled)
        }
    }
}
