package import InterlockAPI

// POST /inApps/v1/notifications/history?paginationToken=…
// https://developer.apple.com/documentation/appstoreserverapi/get-notification-history
extension StoreServer {
    /// Reads the notifications that the store has sent, or tried to, page by page to the end.
    ///
    /// - Parameters:
    ///   - token: where an earlier run stopped, with an equal query; nil for the beginning. An old
    ///     one is refused by the store (`paginationTokenExpired`).
    ///   - pageLimit: pages, at most; the configuration's where it is nil.
    package func notifications(
        _ query: NotificationQuery, in environment: StoreEnvironment, from token: String? = nil,
        pageLimit: Int? = nil
    ) -> StorePages<NotificationPage> {
        StorePages(run: PageRun(from: token, limit: pageLimit ?? configuration.pageLimit)) {
            (token) async throws(StoreServerError) in
            try await self.notificationPage(query, in: environment, token: token)
        }
    }

    /// Reads one page of the notifications that the store has sent, or tried to.
    ///
    /// The dates of the first page are checked before it is sent (``NotificationQuery``); a later
    /// page may ask for a start that has just become too old, and the store decides.
    package func notificationPage(
        _ query: NotificationQuery, in environment: StoreEnvironment, token: String? = nil
    ) async throws(StoreServerError) -> NotificationPage {
        let call = StoreCall.notificationHistory
        if token == nil { try query.check(in: environment, now: clock.now()) }
        let request = try StoreRequest.post(
            call, "/inApps/v1/notifications/history",
            query: token.map { [("paginationToken", $0)] } ?? [], body: query.body)
        return try NotificationPage(
            AnswerFields(try await send(request, in: environment), of: call))
    }
}
