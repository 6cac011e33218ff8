internal import Cryptography
internal import HTTPServer
internal import StoreSigner

// What concerns notifications.
extension StoreAPI {
    func notifications(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let query = request.query() else { throw APIError.badRequest }
        let token = query["paginationToken"]
        return .json(
            try desk.with { state in
                let query = try NotificationQuery(
                    request.body, paginationToken: token,
                    environment: state.store.app.environment, now: state.store.now)
                return query.page(of: state.log)
            })
    }

    /// Sends a test notification and names it by a token.
    func sendTest() throws -> HTTPResponse {
        guard desk.with({ $0.log.hasReceiver }) else { throw APIError.noNotificationURL }
        let outcome = try desk.perform(.sendTest)
        guard let id = outcome.notifications.first?.id else { throw APIError.internalError }
        let token = desk.with { state in
            let token = "\(state.random.uuid())_\(state.store.now)"
            // Nobody asks for so many; the bound is there for a caller that goes wild.
            if state.tests.count >= 1_000 { state.tests = [:] }
            state.tests[token] = id
            return token
        }
        return .json(["testNotificationToken": .string(token)])
    }

    func testStatus(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let token = request.parameter("token"), !token.isEmpty else {
            throw APIError.badTestToken
        }
        let item = desk.with { state in
            state.tests[token].flatMap { id in
                state.log.entries.first { $0.id == id }?.historyItem
            }
        }
        guard let item else { throw APIError.noTestNotification }
        return .json(item)
    }
}
