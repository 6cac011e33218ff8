import EmbeddedPostgres
import Testing

extension BrowserPromises {
    @Suite("The browser itself")
    struct Itself {
        private struct Failed: Error {}

        @Test func `it is gone with its test, also with one that fails`() async throws {
            var processes: [ProcessHandle] = []
            await #expect(throws: Failed.self) {
                try await Browser.with { browser in
                    processes = browser.processes
                    throw Failed()
                }
            }
            #expect(processes.count > 2)
            for process in processes { #expect(process.waitForEnd(within: .zero)) }
        }
    }
}
