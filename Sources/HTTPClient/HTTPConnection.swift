package import EventLoop
import Synchronization

/// One keep-alive connection to a server: connects when needed, and again when it was closed.
///
/// Requests are sent one after the other in the order of their coming; use several connections to have
/// several at once. Nothing is sent twice.
package final class HTTPConnection: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case options = "OPTIONS"
    }

    package let host: String
    package let port: UInt16
    package let loop: EventLoop
    private let driver: LoopBound<ClientDriver>
    private let address = Mutex<String?>(nil)

    /// Prepares a connection; nothing is opened before the first request.
    ///
    /// - Parameter responseLimit: the largest response body in bytes.
    package init(
        host: String, port: UInt16, on loop: EventLoop, responseLimit: Int = 16 * 1_024 * 1_024
    ) {
        self.host = host
        self.port = port
        self.loop = loop
        driver = LoopBound(ClientDriver(loop, responseLimit: responseLimit), on: loop)
    }

    deinit { shutDown() }

    /// Sends a request and gives its response, whatever the status.
    ///
    /// Host and Content-Length are added. Cancellation and the time-out, which covers waiting for
    /// earlier requests, connecting and the response, close the connection if the request was under way.
    ///
    /// - Parameter path: the target as it goes out, percent-encoded, with its query.
    package func request(
        _ method: Method, _ path: String, headers: [(name: String, value: String)] = [],
        body: [UInt8] = [], timeout: Duration = .seconds(30)
    ) async throws(HTTPClientError) -> HTTPClientResponse {
        let address = try await resolved()
        var fields = headers
        let authority = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        if !fields.contains(where: { $0.name.lowercased() == "host" }) {
            fields.insert(("Host", authority), at: 0)
        }
        let content = ClientCall.Content(
            method: method, path: path, headers: fields, body: body, timeout: timeout)
        let (driver, port) = (self.driver, self.port)
        let call = LoopBound(ClientCall(), on: loop)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.execute {
                    driver.onLoop.start(
                        call.onLoop, content, to: address, port, continuation)
                }
            }
        } onCancel: {
            loop.execute { call.onLoop.abort(.cancelled) }
        }
        return try outcome.get()
    }

    /// Closes the connection; requests under way end with `connectionClosed`, and later ones too.
    package func close() { shutDown() }

    private func shutDown() {
        let driver = self.driver
        loop.execute { driver.onLoop.close() }
    }

    private func resolved() async throws(HTTPClientError) -> String {
        if let known = address.withLock({ $0 }) { return known }
        let host = self.host
        let found = await Offload.run { HostName.resolve(host) }
        guard let found else { throw .unknownHost }
        address.withLock { $0 = found }
        return found
    }
}
