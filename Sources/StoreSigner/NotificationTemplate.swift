package import Cryptography
internal import FoundationEssentials

/// Describes a notification to be signed. Times are milliseconds since 1970; nil leaves a field
/// out; ``extra`` adds or replaces fields of the notification, ``extraData`` those of its content.
package struct NotificationTemplate: Sendable, Equatable {
    /// What it is about: exactly one of the four places of a notification's payload.
    package enum Content: Sendable, Equatable {
        /// A transaction, a subscription, or nothing but the app.
        case data
        /// How a mass extension of renewals went; beside app and environment.
        case summary([String: JSONValue])
        /// A purchase outside of the store; beside the app. It has no field for the environment.
        case externalPurchaseToken([String: JSONValue])
        /// The app's own "purchase".
        case appData(AppTransactionTemplate)
    }

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
    package var content = Content.data
    package var consumptionRequestReason: String?
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

    /// The content, but for the nested messages, which the signer adds.
    var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = ["bundleId": .string(bundleID)]
        fields["appAppleId"] = appAppleID.map(JSONValue.integer)
        switch content {
        case .data:
            fields["environment"] = .string(environment)
            fields["bundleVersion"] = "1"
            fields["status"] = status.map(JSONValue.integer)
            fields["consumptionRequestReason"] = consumptionRequestReason.map(JSONValue.string)
        case .appData: fields["environment"] = .string(environment)
        case .summary(let more):
            fields["environment"] = .string(environment)
            fields.merge(more) { _, new in new }
        case .externalPurchaseToken(let more): fields.merge(more) { _, new in new }
        }
        return fields
    }

    private var place: String {
        switch content {
        case .data: "data"
        case .summary: "summary"
        case .externalPurchaseToken: "externalPurchaseToken"
        case .appData: "appData"
        }
    }

    func payload(fields: [String: JSONValue]) -> JSONValue {
        var members: [String: JSONValue] = [
            "notificationType": .string(kind), "notificationUUID": .string(id), "version": "2.0",
            place: .object(fields),
        ]
        members["subtype"] = subtype.map(JSONValue.string)
        members["signedDate"] = signedDate.map(JSONValue.integer)
        for (name, value) in extra { members[name] = value }
        return .object(members)
    }
}
