/// Holds up to 20 notifications of the past, as the store signed them.
package struct NotificationPage: StorePage, Equatable {
    /// One notification and what became of it.
    package struct Record: Sendable, Equatable {
        /// The same text that was sent, with the content of that day.
        package let signedPayload: String?
        package let attempts: [SendAttempt]
    }

    package let notifications: [Record]
    package let paginationToken: String?
    package let hasMore: Bool

    package var call: StoreCall { .notificationHistory }
    package var continuation: String? { paginationToken }

    init(_ fields: AnswerFields) throws(StoreServerError) {
        var notifications: [Record] = []
        for item in try fields.objects("notificationHistory") {
            notifications.append(
                Record(
                    signedPayload: try item.text("signedPayload"),
                    attempts: try SendAttempt.list(item)))
        }
        self.notifications = notifications
        paginationToken = try fields.text("paginationToken")
        hasMore = try fields.bool("hasMore") ?? false
    }
}
