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
    private let tls: HTTPClientTLS?
    private let driver: LoopBound<ClientDriver>
    private let target = Mutex<ClientTarget?>(nil)

    /// Prepares a connection; nothing is opened before the first request.
    ///
    /// - Parameters:
    ///   - responseLimit: the largest response body in bytes.
    ///   - tls: how to trust the server; nil speaks plain HTTP. The host's name is what its certificate
    ///     must be for.
    package init(
        host: String, port: UInt16, on loop: EventLoop, responseLimit: Int = 16 * 1_024 * 1_024,
        tls: HTTPClientTLS? = nil
    ) {
        self.host = host
        self.port = port
        self.loop = loop
        self.tls = tls
        driver = LoopBound(ClientDriver(loop, responseLimit: responseLimit), on: loop)
    }

    deinit { shutDown() }

    /// Sends a request and gives its response, whatever the status.
    ///
    /// Host and Content-Length are added. A final response that comes before the request is sent counts;
    /// the rest is then not sent. Cancellation and the time-out, which covers waiting for earlier
    /// requests, connecting and the response, close the connection if the request was under way.
    ///
    /// - Parameter path: the target as it goes out, percent-encoded, with its query.
    package func request(
        _ method: Method, _ path: String, headers: [(name: String, value: String)] = [],
        body: [UInt8] = [], timeout: Duration = .seconds(30)
    ) async throws(HTTPClientError) -> HTTPClientResponse {
        let request = try ClientRequest(
            method, path, headers: headers, authority: authority, body: body)
        let target = try await found()
        let driver = self.driver
        let call = LoopBound(ClientCall(request, timeout: timeout), on: loop)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.execute { driver.onLoop.start(call.onLoop, to: target, continuation) }
            }
        } onCancel: {
            loop.execute { call.onLoop.abort(.cancelled) }
        }
        // The next request looks for the host anew: it may have moved.
        if case .failure(.cannotConnect) = outcome { self.target.withLock { $0 = nil } }
        return try outcome.get()
    }

    /// Closes the connection; requests under way end with `connectionClosed`, and later ones too.
    package func close() { shutDown() }

    private func shutDown() {
        let driver = self.driver
        loop.execute { driver.onLoop.close() }
    }

    /// What the Host field says: the scheme's own port is left out.
    private var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (tls == nil ? 80 : 443) ? name : "\(name):\(port)"
    }

    private func found() async throws(HTTPClientError) -> ClientTarget {
        if let known = target.withLock({ $0 }) { return known }
        let found = try await ClientTarget.find(host, port, tls)
        target.withLock { $0 = found }
        return found
    }
}
