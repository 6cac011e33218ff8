package import FoundationEssentials
package import InterlockAPI

/// Holds a verified App Store Server Notification of version 2, with what it carries verified as
/// well.
///
/// The type is a hint. What an account may use follows from the transaction and the renewal info.
package struct StoreNotification: Sendable, Equatable {
    package let kind: Kind
    package let subtype: Subtype?
    /// The id under which the store sends the same notification again; nil also where the text is
    /// no UUID.
    package let id: UUID?
    package let idText: String?
    package let version: String?
    package let signedDate: StoreDate?
    package let bundleID: String
    package let appAppleID: Int64?
    package let environment: StoreEnvironment
    /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked; auto-renewables only.
    package let status: Int64?
    package let consumptionRequestReason: String?
    package let transaction: StoreTransaction?
    package let renewalInfo: RenewalInfo?
    package let appTransaction: AppTransaction?
    package let summary: Summary?
    package let externalPurchase: ExternalPurchase?
    /// The whole payload as it was signed, valid JSON, the nested messages in it still signed.
    package let rawPayload: String

    /// Tells how a mass extension of renewal dates went.
    package struct Summary: Sendable, Equatable {
        package let productID: String?
        package let requestIdentifier: String?
        package let succeededCount: Int64?
        package let failedCount: Int64?
    }

    /// Names a purchase outside of the store that waits for its report.
    package struct ExternalPurchase: Sendable, Equatable {
        package let id: String?
        package let tokenCreationDate: StoreDate?
    }
}

extension StoreNotification {
    /// What happened, as far as something here asks for it.
    package struct Kind: StoreCode {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let subscribed = Kind(rawValue: "SUBSCRIBED")
        package static let didRenew = Kind(rawValue: "DID_RENEW")
        package static let expired = Kind(rawValue: "EXPIRED")
        package static let didChangeRenewalStatus = Kind(rawValue: "DID_CHANGE_RENEWAL_STATUS")
        package static let didChangeRenewalPreference = Kind(rawValue: "DID_CHANGE_RENEWAL_PREF")
        package static let didFailToRenew = Kind(rawValue: "DID_FAIL_TO_RENEW")
        package static let oneTimeCharge = Kind(rawValue: "ONE_TIME_CHARGE")
        package static let refund = Kind(rawValue: "REFUND")
        package static let refundReversed = Kind(rawValue: "REFUND_REVERSED")
        package static let revoke = Kind(rawValue: "REVOKE")
        package static let rescindConsent = Kind(rawValue: "RESCIND_CONSENT")
        package static let test = Kind(rawValue: "TEST")
    }

    /// Says more about some kinds.
    package struct Subtype: StoreCode {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }
}
