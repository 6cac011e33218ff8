import HTTPServer
import InterlockAPI
import Storage
import Telemetry

/// Makes answers of refusals and failures.
enum ProblemResponse {
    /// Shows what a handler threw: refusals as they are, everything else as 500 or 503 without its reason.
    static func response(
        to error: any Error, requestID: String, _ context: ServiceContext
    ) -> HTTPResponse {
        switch error {
        case let refusal as Refusal:
            return response(refusal.problem, headers: refusal.headers, requestID, context)
        case let error as WireError: return response(error.problem, requestID, context)
        case StorageError.accountEnded:
            let challenge = "Bearer realm=\"interlock\", error=\"invalid_token\""
            return response(
                Problem(.accountEnded), headers: [("WWW-Authenticate", challenge)], requestID,
                context)
        case StorageError.unavailable:
            context.logger.warning(
                "database unavailable",
                ["error": LogValue(error), "request_id": .string(requestID)])
            let headers = [(name: "Retry-After", value: String(Int.random(in: 1...3)))]
            return response(Problem(.unavailable), headers: headers, requestID, context)
        case is CancellationError:
            return response(Problem(.unavailable), requestID, context)
        default:
            context.logger.error(
                "request failed", ["error": LogValue(error), "request_id": .string(requestID)])
            return response(Problem(.internal), requestID, context)
        }
    }

    /// Shows what the server refused by itself: as a page of the console where one was asked for.
    static func response(to refusal: HTTPRefusal, _ context: ServiceContext) -> HTTPResponse {
        let code: ProblemCode =
            switch refusal.status {
            case 404: .notFound
            case 405: .methodNotAllowed
            case 408: .requestTimeout
            case 413: .payloadTooLarge
            case 414: .targetTooLong
            case 417: .expectationFailed
            case 431: .headersTooLarge
            case 500: .internal
            case 501: .notImplemented
            case 503: .unavailable
            default: .badRequest
            }
        var problem = Problem(code, refusal.reason)
        problem.status = refusal.status
        // Also what is no page of the console, or no request at all, must not become one in a browser.
        let headers = [
            (name: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'"),
            (name: "X-Content-Type-Options", value: "nosniff"),
        ]
        let response = response(problem, headers: headers, refusal.requestID, context)
        return StrayScreen.isAsked(refusal) ? StrayScreen.response(to: refusal, response) : response
    }

    private static func response(
        _ problem: Problem, headers: [(name: String, value: String)] = [], _ requestID: String,
        _ context: ServiceContext
    ) -> HTTPResponse {
        context.metrics.count(problem: problem.code)
        var problem = problem
        problem.requestID = requestID.isEmpty ? nil : requestID
        // Its members are texts, numbers and times: all of them have a form in JSON.
        let body = (try? WireCoding.encode(problem)) ?? []
        let own = [
            (name: "Content-Type", value: Problem.mediaType),
            (name: "Cache-Control", value: "no-store"),
        ]
        var response = HTTPResponse(
            status: problem.status, headers: own + headers, body: body)
        response.code = problem.code
        return response
    }
}

extension HTTPResponse {
    /// Makes a JSON answer that nobody caches.
    static func json(
        _ status: Int = 200, _ value: some Encodable,
        headers: [(name: String, value: String)] = []
    ) throws -> HTTPResponse {
        let own = [
            (name: "Content-Type", value: "application/json"),
            (name: "Cache-Control", value: "no-store"),
        ]
        return HTTPResponse(
            status: status, headers: own + headers, body: try WireCoding.encode(value))
    }
}
