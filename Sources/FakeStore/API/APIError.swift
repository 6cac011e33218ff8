internal import Cryptography
internal import HTTPServer

/// An error of the App Store Server API, by its number.
struct APIError: Error, Sendable, Equatable {
    let status: Int
    let code: Int64
    let message: String

    init(_ status: Int, _ code: Int64, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    static let badRequest = APIError(400, 4_000_000, "Bad request.")
    static let badRevision = APIError(400, 4_000_005, "Invalid request revision.")
    static let badTransactionID = APIError(400, 4_000_006, "Invalid transaction id.")
    static let startTooEarly = APIError(400, 4_000_012, "Invalid start date.")
    static let startAfterEnd = APIError(400, 4_000_013, "Start date is after end date.")
    static let badPaginationToken = APIError(400, 4_000_014, "Invalid pagination token.")
    static let badStartDate = APIError(400, 4_000_015, "Invalid start date.")
    static let badEndDate = APIError(400, 4_000_016, "Invalid end date.")
    static let tooManyFilters = APIError(
        400, 4_000_019, "Supply a transaction id or a notification type, not both.")
    static let badTestToken = APIError(400, 4_000_020, "Invalid test notification token.")
    static let badSort = APIError(400, 4_000_021, "Invalid sort.")
    static let badProductType = APIError(400, 4_000_022, "Invalid product type.")
    static let badOwnership = APIError(400, 4_000_026, "Invalid ownership type.")
    static let badRevoked = APIError(400, 4_000_030, "Invalid revoked parameter.")
    static let badStatus = APIError(400, 4_000_031, "Invalid status.")
    static let badToken = APIError(400, 4_000_183, "Invalid app account token.")
    static let familyTransaction = APIError(
        400, 4_000_185, "A family transaction is not supported.")
    static let notOriginal = APIError(
        400, 4_000_187, "The transaction id is not an original transaction id.")
    static let noNotificationURL = APIError(
        404, 4_040_007, "No App Store Server Notification URL found.")
    static let noTestNotification = APIError(
        404, 4_040_008, "Either the test notification token is expired or it was never sent.")
    static let transactionNotFound = APIError(404, 4_040_010, "Transaction id not found.")
    static let rateLimited = APIError(429, 4_290_000, "Rate limit exceeded.")
    static let internalError = APIError(500, 5_000_000, "An unknown error occurred.")
    static let retryable = APIError(
        500, 5_000_001, "An unknown error occurred. Please try again.")

    /// The answer; one that is limited says when to come again, in milliseconds since 1970.
    func response(retryAfter: Int64? = nil) -> HTTPResponse {
        var response = HTTPResponse.json(
            ["errorCode": .integer(code), "errorMessage": .string(message)], status: status)
        if let retryAfter { response.headers.append(("Retry-After", String(retryAfter))) }
        return response
    }
}
