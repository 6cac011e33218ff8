import CEvent
import EventLoop

/// One request under way: ends once, by response, failure, time-out or cancellation.
///
/// Confined to its loop. Cancellation may come before the start.
final class ClientCall {
    typealias Outcome = Result<HTTPClientResponse, HTTPClientError>

    struct Content: Sendable {
        let method: HTTPConnection.Method
        let path: String
        let headers: [(name: String, value: String)]
        let body: [UInt8]
        let timeout: Duration
    }

    private var continuation: CheckedContinuation<Outcome, Never>?
    private var abortion: HTTPClientError?
    private var failure = HTTPClientError.connectionClosed
    private var timer: LoopTimer?
    private var onEnd: (() -> Void)?
    /// evhttp's until the call ended.
    private var request: UnsafeMutablePointer<evhttp_request>?

    /// Readies the call; false, and already ended, when it was cancelled before.
    func begin(
        on loop: EventLoop, within timeout: Duration,
        _ continuation: CheckedContinuation<Outcome, Never>, onEnd: @escaping () -> Void
    ) -> Bool {
        self.continuation = continuation
        self.onEnd = onEnd
        if let abortion {
            end(.failure(abortion))
            return false
        }
        timer = LoopTimer(
            on: loop, after: timeout, onCancel: { [weak self] in self?.abort(.cancelled) },
            onFire: { [weak self] in self?.abort(.timedOut) })
        return true
    }

    /// Makes evhttp's request, which reports to this call; nil without memory.
    func makeRequest(_ content: Content) -> UnsafeMutablePointer<evhttp_request>? {
        request = evhttp_request_new(
            { request, context in
                guard let context else { return }
                // The driver keeps the call until it ended.
                let call = Unmanaged<ClientCall>.fromOpaque(context).takeUnretainedValue()
                call.answered(request)
            }, Unmanaged.passUnretained(self).toOpaque())
        guard let request else { return nil }
        evhttp_request_set_error_cb(request) { error, context in
            guard let context else { return }
            Unmanaged<ClientCall>.fromOpaque(context).takeUnretainedValue().failed(error)
        }
        let headers = evhttp_request_get_output_headers(request)
        for (name, value) in content.headers { evhttp_add_header(headers, name, value) }
        if !content.body.isEmpty {
            evhttp_add_header(headers, "Content-Length", String(content.body.count))
            evbuffer_add(
                evhttp_request_get_output_buffer(request), content.body, content.body.count)
        }
        return request
    }

    /// Ends the call before its response.
    func abort(_ error: HTTPClientError) {
        guard continuation != nil else {
            abortion = error
            return
        }
        if let request = request.take() { evhttp_cancel_request(request) }
        end(.failure(error))
    }

    /// evhttp would not take the request.
    func refused() {
        if let request = request.take() { evhttp_request_free(request) }
        end(.failure(.cannotConnect))
    }

    private func failed(_ error: evhttp_request_error) {
        failure =
            switch error {
            case EVREQ_HTTP_TIMEOUT: .timedOut
            case EVREQ_HTTP_INVALID_HEADER: .malformedResponse
            case EVREQ_HTTP_DATA_TOO_LONG: .responseTooLarge
            default: .connectionClosed
            }
    }

    private func answered(_ answer: UnsafeMutablePointer<evhttp_request>?) {
        request = nil
        guard let answer else { return end(.failure(failure)) }
        let status = Int(evhttp_request_get_response_code(answer))
        guard status != 0 else { return end(.failure(.cannotConnect)) }
        end(.success(ResponseReader.read(answer, status: status)))
    }

    private func end(_ outcome: Outcome) {
        guard let continuation = continuation.take() else { return }
        timer.take()?.cancel()
        onEnd.take()?()
        continuation.resume(returning: outcome)
    }
}
