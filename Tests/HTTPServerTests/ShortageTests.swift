import EventLoop
import Glibc
import HTTPServer
import Testing

@Suite("Shortage of descriptors")
struct ShortageTests {
    @Test("when descriptors run out, accepting waits without spinning, and goes on later")
    func shortageIsSurvived() async {
        // In a process of its own: the limit is the process's.
        await #expect(processExitsWith: .success) {
            try await Site.open { site in
                let waiting = try #require(rlimit.openFiles)
                let clients = (0..<10).map { _ in RawClient(disconnected: ()) }
                // Two more descriptors than are open now, wherever the gaps are.
                let free = [dup(0), dup(0)]
                for descriptor in free { close(descriptor) }
                var short = waiting
                short.rlim_cur = rlim_t(free[1] + 1)
                try #require(short.apply())
                for client in clients {
                    client.connect(site.port)
                    client.send("GET /parked HTTP/1.1\r\nHost: a\r\n\r\n")
                }
                try #require(await site.shelf.waitForArrivals(2))
                let before = clock()
                // The time of a measurement: nothing is waited for.
                try await site.group.loops[0].sleep(for: .milliseconds(500))
                // A spinning loop would use all of the half second.
                try #require(clock() - before < Int(CLOCKS_PER_SEC) / 5)
                try #require(site.server.openConnections == 2)
                try #require(waiting.apply())
                try #require(await site.shelf.waitForArrivals(10))
            }
        }
    }
}

extension rlimit {
    /// The limit of open files as it is now.
    fileprivate static var openFiles: rlimit? {
        var limit = rlimit()
        let status = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return status == 0 ? limit : nil
    }

    fileprivate func apply() -> Bool {
        var limit = self
        return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    }
}
