package import Cryptography
internal import FoundationEssentials

/// Describes a notification to be signed. Times are milliseconds since 1970; nil leaves a field
/// out; ``extra`` adds or replaces fields of the notification, ``extraData`` those of its data.
package struct NotificationTemplate: Sendable {
    package var kind: String
    package var subtype: String?
    package var id: String
    package var bundleID: String
    package var appAppleID: Int64?
    package var environment: String
    package var signedDate: Int64?
    package var status: Int64?
    package var transaction: TransactionTemplate?
    package var renewalInfo: RenewalInfoTemplate?
    package var extraData: [String: JSONValue] = [:]
    package var extra: [String: JSONValue] = [:]

    /// Describes a notification with a new id unless one is given.
    package init(
        kind: String, subtype: String? = nil, id: String? = nil, bundleID: String,
        appAppleID: Int64? = nil, environment: String = "Sandbox", signedDate: Int64?,
        status: Int64? = nil, transaction: TransactionTemplate? = nil,
        renewalInfo: RenewalInfoTemplate? = nil, extraData: [String: JSONValue] = [:],
        extra: [String: JSONValue] = [:]
    ) {
        self.kind = kind
        self.subtype = subtype
        self.id = id ?? UUIDv7.make().uuidString.lowercased()
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.environment = environment
        self.signedDate = signedDate
        self.status = status
        self.transaction = transaction
        self.renewalInfo = renewalInfo
        self.extraData = extraData
        self.extra = extra
    }

    /// The data, but for the nested messages, which the signer adds.
    var data: [String: JSONValue] {
        var data: [String: JSONValue] = [
            "bundleId": .string(bundleID), "bundleVersion": "1",
            "environment": .string(environment),
        ]
        data["appAppleId"] = appAppleID.map(JSONValue.integer)
        data["status"] = status.map(JSONValue.integer)
        return data
    }

    func payload(data: [String: JSONValue]) -> JSONValue {
        var members: [String: JSONValue] = [
            "notificationType": .string(kind), "notificationUUID": .string(id), "version": "2.0",
            "data": .object(data),
        ]
        members["subtype"] = subtype.map(JSONValue.string)
        members["signedDate"] = signedDate.map(JSONValue.integer)
        for (name, value) in extra { members[name] = value }
        return .object(members)
    }
}
