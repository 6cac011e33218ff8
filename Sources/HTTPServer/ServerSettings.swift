import Synchronization

/// What every loop's share of a server has in common.
struct ServerSettings: Sendable {
    let configuration: HTTPServerConfiguration
    let router: HTTPRouter
    let errorResponse: @Sendable (HTTPRefusal) -> HTTPResponse
    let onFinished: @Sendable (HTTPRequestSummary) -> Void
    let counters: ServerCounters
}

/// Counts over all loops of a server.
final class ServerCounters: Sendable {
    let connections = Atomic<Int>(0)
    let parked = Atomic<Int>(0)
}
