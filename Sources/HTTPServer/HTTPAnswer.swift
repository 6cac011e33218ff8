/// Answers one request; runs on the request's loop.
package typealias HTTPHandler = @Sendable (HTTPRequest) async -> HTTPAnswer

/// What a handler decided.
package enum HTTPAnswer: Sendable {
    /// Answer now.
    case response(HTTPResponse)
    /// Answer later: the closure is called at once, on the request's loop, with the means to answer.
    /// Until then the request holds no task.
    case deferred(@Sendable (HTTPResponder) -> Void)
}
