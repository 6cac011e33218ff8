package import Cryptography

/// Describes an app transaction to be signed. Times are milliseconds since 1970; ``extra`` adds or
/// replaces any field.
package struct AppTransactionTemplate: Sendable, Equatable {
    package var bundleID: String
    package var appAppleID: Int64?
    package var environment: String
    package var appTransactionID: String?
    package var receiptCreationDate: Int64?
    package var extra: [String: JSONValue] = [:]

    package init(
        bundleID: String, appAppleID: Int64? = nil, environment: String = "Sandbox",
        appTransactionID: String?, receiptCreationDate: Int64?, extra: [String: JSONValue] = [:]
    ) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.environment = environment
        self.appTransactionID = appTransactionID
        self.receiptCreationDate = receiptCreationDate
        self.extra = extra
    }

    package var payload: JSONValue {
        var members: [String: JSONValue] = [
            "bundleId": .string(bundleID), "receiptType": .string(environment),
            "applicationVersion": "1.0", "originalApplicationVersion": "1.0",
            "originalPlatform": "iOS",
        ]
        members["appAppleId"] = appAppleID.map(JSONValue.integer)
        members["appTransactionId"] = appTransactionID.map(JSONValue.string)
        members["receiptCreationDate"] = receiptCreationDate.map(JSONValue.integer)
        for (name, value) in extra { members[name] = value }
        return .object(members)
    }
}
