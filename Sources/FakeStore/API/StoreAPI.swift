internal import Cryptography
internal import EventLoop
internal import HTTPServer

/// Answers the paths of the App Store Server API for one store.
///
/// A call meets in this order: a fault that was ordered, 401 without a body unless its token is good, 429
/// beyond the limit, then its answer.
struct StoreAPI: Sendable {
    let desk: StoreDesk

    typealias Answer = @Sendable (StoreAPI, HTTPRequest) throws -> HTTPResponse

    /// The routes; their names are what faults are ordered for.
    static let routes: [(HTTPRequest.Method, String, name: String, Answer)] = [
        (.get, "/inApps/v2/history/{id}", "history", { try $0.history($1) }),
        (.get, "/inApps/v1/transactions/{id}", "transaction", { try $0.transaction($1) }),
        (.get, "/inApps/v1/subscriptions/{id}", "subscriptions", { try $0.subscriptions($1) }),
        (
            .put, "/inApps/v1/transactions/{id}/appAccountToken", "token",
            { try $0.setToken($1) }
        ),
        (
            .post, "/inApps/v1/notifications/history", "notifications",
            { try $0.notifications($1) }
        ),
        (.post, "/inApps/v1/notifications/test", "test", { api, _ in try api.sendTest() }),
        (.get, "/inApps/v1/notifications/test/{token}", "test_status", { try $0.testStatus($1) }),
    ]

    func add(to router: inout HTTPRouter) {
        for (method, template, name, answer) in Self.routes {
            router.on(method, template, name: name) { request in
                .response(await self.answer(request, name, answer))
            }
        }
    }

    private func answer(
        _ request: HTTPRequest, _ name: String, _ answer: Answer
    ) async -> HTTPResponse {
        if let fault = desk.with({ $0.faults.take(name) }) {
            switch fault.kind {
            case .internalError: return APIError.internalError.response()
            case .retryable: return APIError.retryable.response()
            case .rateLimited:
                return APIError.rateLimited.response(retryAfter: desk.machineTime + 1_000)
            case .unauthorized: return HTTPResponse(status: 401)
            case .proxyNotFound: return Self.proxyPage
            case .proxyForbidden: return HTTPResponse(status: 403)
            case .cut: return Self.cut
            case .slow: try? await request.loop.sleep(for: fault.delay)
            }
        }
        let isGood = desk.key.accepts(
            request.header("Authorization"), bundleID: desk.with { $0.store.app.bundleID },
            at: desk.machineTime / 1_000)
        guard isGood else { return HTTPResponse(status: 401) }
        let machineTime = desk.machineTime
        if let retryAfter = desk.with({ $0.limit.take(name, at: machineTime) }) {
            return APIError.rateLimited.response(retryAfter: retryAfter)
        }
        do { return try answer(self, request) } catch let error as APIError {
            return error.response()
        } catch StoreRefusal.unknownTransaction {
            return APIError.transactionNotFound.response()
        } catch { return APIError.internalError.response() }
    }

    private static let proxyPage = HTTPResponse(
        status: 404, headers: [("Content-Type", "text/html")],
        body: Array("<html><body>Not Found</body></html>".utf8))

    /// Promises more than it sends and ends the connection: what a caller sees of one that breaks.
    private static let cut = HTTPResponse(
        status: 200,
        headers: [
            ("Content-Type", "application/json"), ("Content-Length", "1000000"),
            ("Connection", "close"),
        ], body: Array("{\"revision\":".utf8))
}
