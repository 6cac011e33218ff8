internal import InterlockAPI

/// Names a call of the App Store Server API. Limits are the store's for each call and app.
package enum StoreCall: String, Sendable, Hashable, CaseIterable {
    case transactionHistory = "transaction_history"
    case transactionInfo = "transaction_info"
    case subscriptionStatuses = "subscription_statuses"
    case notificationHistory = "notification_history"
    case requestTestNotification = "request_test_notification"
    case testNotificationStatus = "test_notification_status"
    case setAppAccountToken = "set_app_account_token"

    /// Requests a second in Production; the store counts them by the hour.
    ///
    /// Source: https://developer.apple.com/documentation/appstoreserverapi/identifying-rate-limits
    var limitPerSecond: Int {
        switch self {
        case .transactionHistory, .transactionInfo, .subscriptionStatuses, .notificationHistory: 50
        case .setAppAccountToken: 20
        case .requestTestNotification, .testNotificationStatus: 1
        }
    }

    /// Whether asking twice does no more than asking once, so that an attempt of which nobody knows
    /// whether it arrived may be repeated. A second test notification would be sent.
    var isRepeatable: Bool { self != .requestTestNotification }

    /// The limit of this call for a client that may use `share` percent: of the whole in
    /// Production, of a tenth in the sandbox. A second's worth may come at once.
    func limit(in environment: StoreEnvironment, share: Int) -> CallLimit {
        let hundredths = limitPerSecond * min(max(1, share), 100)
        let thousandths = environment == .sandbox ? hundredths : hundredths * 10
        return CallLimit(
            interval: .seconds(1_000) / thousandths, burst: max(1, thousandths / 1_000))
    }
}
