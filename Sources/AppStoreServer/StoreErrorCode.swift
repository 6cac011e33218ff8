/// Keeps an `errorCode` of the store, known here or not.
///
/// Source: https://developer.apple.com/documentation/appstoreserverapi/error-codes
package struct StoreErrorCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package var description: String { "\(rawValue)" }

    /// The revision isn't one of this call and filter: begin without.
    package static let invalidRevision = StoreErrorCode(rawValue: 4_000_005)
    /// The start is before the store's memory, whatever that is now.
    package static let startDateTooFarInPast = StoreErrorCode(rawValue: 4_000_012)
    package static let invalidPaginationToken = StoreErrorCode(rawValue: 4_000_014)
    /// The token of a page is too old to go on from: begin without.
    package static let paginationTokenExpired = StoreErrorCode(rawValue: 4_000_017)
    /// Set App Account Token refuses what a member of a family got by sharing.
    package static let familyTransactionNotSupported = StoreErrorCode(rawValue: 4_000_185)
    package static let notAnOriginalTransaction = StoreErrorCode(rawValue: 4_000_187)
    package static let accountNotFound = StoreErrorCode(rawValue: 4_040_001)
    package static let accountNotFoundRetryable = StoreErrorCode(rawValue: 4_040_002)
    package static let appNotFound = StoreErrorCode(rawValue: 4_040_003)
    package static let appNotFoundRetryable = StoreErrorCode(rawValue: 4_040_004)
    package static let originalTransactionNotFound = StoreErrorCode(rawValue: 4_040_005)
    package static let originalTransactionNotFoundRetryable = StoreErrorCode(rawValue: 4_040_006)
    /// The app has no URL for notifications in this environment.
    package static let notificationURLNotFound = StoreErrorCode(rawValue: 4_040_007)
    package static let testNotificationNotFound = StoreErrorCode(rawValue: 4_040_008)
    /// No transaction of this id in this environment: the one code after which another environment
    /// is worth a question.
    package static let transactionNotFound = StoreErrorCode(rawValue: 4_040_010)
    package static let appTransactionNotFound = StoreErrorCode(rawValue: 4_040_019)
    package static let rateLimitExceeded = StoreErrorCode(rawValue: 4_290_000)
    package static let generalInternal = StoreErrorCode(rawValue: 5_000_000)
    package static let generalInternalRetryable = StoreErrorCode(rawValue: 5_000_001)

    /// Whether the store asks, by this code, for the same request again.
    var asksForRepetition: Bool {
        switch self {
        case .accountNotFoundRetryable, .appNotFoundRetryable,
            .originalTransactionNotFoundRetryable, .generalInternal, .generalInternalRetryable:
            true
        default: false
        }
    }

    /// Whether it is one of the family "there is no such thing", also one that isn't known here.
    var isNotFound: Bool { rawValue / 10_000 == 404 && !asksForRepetition }
}
