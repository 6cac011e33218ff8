import InterlockAPI

/// A type and subtype of the store's notifications, what it carries, and what it does.
struct NotificationKind: Sendable, CustomStringConvertible {
    /// What the account has, of a subscription `monthly` unless said otherwise.
    enum Before: Sendable {
        case nothing, active, ended, inRetry, inGrace, revoked, shared, switchedOff, downgraded
    }

    /// What the notification carries.
    enum Carries: Sendable {
        case nothing
        /// The transaction that is known, signed again.
        case same
        case purchase(String)
        case renewal
        /// A purchase on the same line.
        case change(to: String)
        /// The renewal info alone says something new: the next product, or whether there is a next period.
        case next(String)
        case renews(Bool)
        case unpaid(isInGrace: Bool)
        case revocation
        /// The same period, ending later.
        case extended
        case summary
        case external
    }

    let type: String
    let subtype: String?
    let before: Before
    let carries: Carries
    /// What the account then owns, and how that stands.
    let after: [String: EntitlementState]
    /// The product that is being bought meanwhile; its intent is completed if ``settles``.
    var wanted = "coins"
    var settles = false
    var willRenew: Bool?
    var next: String?

    init(
        _ type: String, _ subtype: String? = nil, _ before: Before, _ carries: Carries,
        _ after: [String: EntitlementState], settling wanted: String? = nil,
        beside open: String? = nil, willRenew: Bool? = nil, next: String? = nil
    ) {
        self.type = type
        self.subtype = subtype
        self.before = before
        self.carries = carries
        self.after = after
        self.wanted = wanted ?? open ?? "coins"
        settles = wanted != nil
        self.willRenew = willRenew
        self.next = next
    }

    var description: String { "\(type)/\(subtype ?? "none")" }
}

extension NotificationKind {
    private static let active: [String: EntitlementState] = ["monthly": .active]
    private static let ended: [String: EntitlementState] = ["monthly": .expired]

    /// Every one that is known.
    static let all: [NotificationKind] = purchases + changes + failures + bookkeeping

    private static let purchases = [
        NotificationKind(
            "SUBSCRIBED", "INITIAL_BUY", .nothing, .purchase("monthly"), active,
            settling: "monthly"),
        NotificationKind(
            "SUBSCRIBED", "RESUBSCRIBE", .ended, .change(to: "monthly"), active,
            settling: "monthly"),
        NotificationKind(
            "ONE_TIME_CHARGE", nil, .nothing, .purchase("lifetime"), ["lifetime": .active],
            settling: "lifetime"),
        NotificationKind(
            "ONE_TIME_CHARGE", nil, .nothing, .purchase("coins"), [:], settling: "coins"),
        NotificationKind("OFFER_REDEEMED", nil, .active, .same, active),
        NotificationKind(
            "OFFER_REDEEMED", "UPGRADE", .active, .change(to: "yearly"), ["yearly": .active],
            settling: "yearly"),
        NotificationKind(
            "OFFER_REDEEMED", "DOWNGRADE", .active, .next("yearly"), active,
            settling: "yearly", willRenew: true, next: "yearly"),
    ]

    private static let changes = [
        NotificationKind("DID_RENEW", nil, .active, .renewal, active),
        // A renewal is no purchase: what waits for one goes on waiting.
        NotificationKind(
            "DID_RENEW", "BILLING_RECOVERY", .inRetry, .renewal, active, beside: "monthly"),
        NotificationKind(
            "DID_CHANGE_RENEWAL_PREF", "UPGRADE", .active, .change(to: "yearly"),
            ["yearly": .active], settling: "yearly"),
        NotificationKind(
            "DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", .active, .next("yearly"), active,
            settling: "yearly", willRenew: true, next: "yearly"),
        NotificationKind(
            "DID_CHANGE_RENEWAL_PREF", nil, .downgraded, .next("monthly"), active,
            willRenew: true),
        NotificationKind(
            "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", .switchedOff, .renews(true),
            active, willRenew: true),
        NotificationKind(
            "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", .active, .renews(false),
            active, willRenew: false),
        NotificationKind("RENEWAL_EXTENDED", nil, .ended, .extended, active),
        NotificationKind("RENEWAL_EXTENSION", "SUMMARY", .active, .summary, active),
        NotificationKind("RENEWAL_EXTENSION", "FAILURE", .active, .same, active),
    ]

    private static let failures = [
        NotificationKind(
            "DID_FAIL_TO_RENEW", "GRACE_PERIOD", .ended, .unpaid(isInGrace: true),
            ["monthly": .gracePeriod]),
        NotificationKind(
            "DID_FAIL_TO_RENEW", nil, .ended, .unpaid(isInGrace: false),
            ["monthly": .billingRetry]),
        NotificationKind(
            "GRACE_PERIOD_EXPIRED", nil, .inGrace, .unpaid(isInGrace: false),
            ["monthly": .billingRetry]),
        NotificationKind("EXPIRED", "VOLUNTARY", .ended, .renews(false), ended),
        NotificationKind("EXPIRED", "BILLING_RETRY", .inRetry, .renews(false), ended),
        NotificationKind("EXPIRED", "PRICE_INCREASE", .ended, .renews(false), ended),
        NotificationKind("EXPIRED", "PRODUCT_NOT_FOR_SALE", .ended, .renews(false), ended),
        NotificationKind("EXPIRED", nil, .ended, .renews(false), ended),
        NotificationKind("REFUND", nil, .active, .revocation, ["monthly": .revoked]),
        NotificationKind("REFUND_DECLINED", nil, .active, .same, active),
        NotificationKind("REFUND_REVERSED", nil, .revoked, .same, active),
        NotificationKind("CONSUMPTION_REQUEST", nil, .active, .same, active),
        NotificationKind("REVOKE", nil, .shared, .revocation, ["monthly": .revoked]),
    ]

    private static let bookkeeping = [
        NotificationKind("PRICE_INCREASE", "PENDING", .active, .same, active),
        NotificationKind("PRICE_INCREASE", "ACCEPTED", .active, .same, active),
        NotificationKind("PRICE_CHANGE", nil, .active, .same, active),
        NotificationKind("METADATA_UPDATE", nil, .active, .same, active),
        NotificationKind("MIGRATION", nil, .active, .same, active),
        NotificationKind("MIGRATE", nil, .active, .same, active),
        NotificationKind("EXTERNAL_PURCHASE_TOKEN", "UNREPORTED", .active, .external, active),
        NotificationKind("EXTERNAL_PURCHASE_TOKEN", "CREATED", .active, .external, active),
        NotificationKind(
            "EXTERNAL_PURCHASE_TOKEN", "ACTIVE_TOKEN_REMINDER", .active, .external, active),
        NotificationKind("TEST", nil, .active, .nothing, active),
        NotificationKind("NEW_TYPE", "NEW_SUBTYPE", .active, .nothing, active),
        NotificationKind("NEW_TYPE", nil, .active, .same, active),
    ]
}
