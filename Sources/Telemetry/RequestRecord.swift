/// Holds what is logged of one request; never its token, query, body or identifiers of people.
package struct RequestRecord: Sendable {
    /// The route's name or template, not the path: paths carry ids.
    package var route: String
    package var method: String
    /// The HTTP status that was sent; 0 if the client went away first.
    package var status: Int
    /// The problem code, where the request was refused.
    package var code: String?
    package var duration: Duration
    package var requestID: String

    package init(
        route: String, method: String, status: Int, code: String? = nil, duration: Duration,
        requestID: String
    ) {
        self.route = route
        self.method = method
        self.status = status
        self.code = code
        self.duration = duration
        self.requestID = requestID
    }
}

extension Logger {
    /// Writes the one line of a request: as an error if the service failed (500 alone: 501 and 505 are the client's doing), else as information.
    package func request(_ record: RequestRecord) {
        let level: LogLevel = record.status == 500 ? .error : .info
        let (seconds, attoseconds) = record.duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let milliseconds = Double(microseconds) / 1_000
        let logger = record.code.map { with(["code": .string($0)]) } ?? self
        logger.log(
            level, "request",
            [
                "method": .string(record.method), "route": .string(record.route),
                "status": LogValue(record.status), "duration_ms": .number(milliseconds),
                "request_id": .string(record.requestID),
            ])
    }
}
