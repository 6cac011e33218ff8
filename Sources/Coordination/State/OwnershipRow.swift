package import InterlockAPI

/// Holds an ownership as one read of its scope delivers it: snake-case members, times as microseconds since 1970.
package struct OwnershipRow: Hashable, Sendable {
    /// Says how it came, in the store's spelling.
    package enum Origin: String, WireEnum, Hashable {
        case purchased = "PURCHASED"
        case familyShared = "FAMILY_SHARED"

        /// The same in the API's spelling.
        package var ownership: OwnershipType {
            switch self {
            case .purchased: .purchased
            case .familyShared: .familyShared
            }
        }
    }

    package var accountID: String
    package var productID: String
    package var kind: ProductKind
    package var subscriptionGroup: String?
    package var ownershipType: Origin
    package var startsAt: Timestamp
    /// Null for ever.
    package var expiresAt: Timestamp?
    package var graceUntil: Timestamp?
    package var retryUntil: Timestamp?
    package var revokedAt: Timestamp?
    package var willRenew: Bool
    package var transactionID: String?
    package var originalTransactionID: String?
    package var nextProductID: String?

    package init(
        accountID: String, productID: String, kind: ProductKind,
        subscriptionGroup: String? = nil, ownershipType: Origin = .purchased,
        startsAt: Timestamp, expiresAt: Timestamp? = nil, graceUntil: Timestamp? = nil,
        retryUntil: Timestamp? = nil, revokedAt: Timestamp? = nil, willRenew: Bool = false,
        transactionID: String? = nil, originalTransactionID: String? = nil,
        nextProductID: String? = nil
    ) {
        self.accountID = accountID
        self.productID = productID
        self.kind = kind
        self.subscriptionGroup = subscriptionGroup
        self.ownershipType = ownershipType
        self.startsAt = startsAt
        self.expiresAt = expiresAt
        self.graceUntil = graceUntil
        self.retryUntil = retryUntil
        self.revokedAt = revokedAt
        self.willRenew = willRenew
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.nextProductID = nextProductID
    }

    /// Says what it is worth at `now`, and until when; nil before it starts, and always for a consumable. A
    /// revocation counts as soon as it is known, whatever its date.
    package func standing(at now: Timestamp) -> (state: EntitlementState, until: Timestamp?)? {
        guard kind != .consumable else { return nil }
        if revokedAt != nil { return (.revoked, revokedAt) }
        guard startsAt <= now else { return nil }
        guard let expiresAt, expiresAt <= now else { return (.active, expiresAt) }
        if let graceUntil, graceUntil > now { return (.gracePeriod, graceUntil) }
        if let retryUntil, retryUntil > now { return (.billingRetry, expiresAt) }
        return (.expired, expiresAt)
    }
}

extension OwnershipRow: Codable {
    enum CodingKeys: String, CodingKey {
        case kind
        case accountID = "account_id"
        case productID = "product_id"
        case subscriptionGroup = "subscription_group"
        case ownershipType = "ownership_type"
        case startsAt = "starts_at"
        case expiresAt = "expires_at"
        case graceUntil = "grace_until"
        case retryUntil = "retry_until"
        case revokedAt = "revoked_at"
        case willRenew = "will_renew"
        case transactionID = "transaction_id"
        case originalTransactionID = "original_transaction_id"
        case nextProductID = "next_product_id"
    }

    package init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        accountID = try row.decode(String.self, forKey: .accountID)
        productID = try row.decode(String.self, forKey: .productID)
        kind = try row.decode(ProductKind.self, forKey: .kind)
        subscriptionGroup = try row.decodeIfPresent(String.self, forKey: .subscriptionGroup)
        // A word that is new entitles, but is no purchase of the account's own.
        ownershipType =
            Origin(rawValue: try row.decode(String.self, forKey: .ownershipType)) ?? .familyShared
        startsAt = try row.decodeMicroseconds(forKey: .startsAt)
        expiresAt = try row.decodeMicrosecondsIfPresent(forKey: .expiresAt)
        graceUntil = try row.decodeMicrosecondsIfPresent(forKey: .graceUntil)
        retryUntil = try row.decodeMicrosecondsIfPresent(forKey: .retryUntil)
        revokedAt = try row.decodeMicrosecondsIfPresent(forKey: .revokedAt)
        willRenew = try row.decodeIfPresent(Bool.self, forKey: .willRenew) ?? false
        transactionID = try row.decodeIfPresent(String.self, forKey: .transactionID)
        originalTransactionID = try row.decodeIfPresent(
            String.self, forKey: .originalTransactionID)
        nextProductID = try row.decodeIfPresent(String.self, forKey: .nextProductID)
    }

    package func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(accountID, forKey: .accountID)
        try row.encode(productID, forKey: .productID)
        try row.encode(kind, forKey: .kind)
        try row.encode(subscriptionGroup, forKey: .subscriptionGroup)
        try row.encode(ownershipType, forKey: .ownershipType)
        try row.encode(startsAt.microseconds, forKey: .startsAt)
        try row.encode(expiresAt?.microseconds, forKey: .expiresAt)
        try row.encode(graceUntil?.microseconds, forKey: .graceUntil)
        try row.encode(retryUntil?.microseconds, forKey: .retryUntil)
        try row.encode(revokedAt?.microseconds, forKey: .revokedAt)
        try row.encode(willRenew, forKey: .willRenew)
        try row.encode(transactionID, forKey: .transactionID)
        try row.encode(originalTransactionID, forKey: .originalTransactionID)
        try row.encode(nextProductID, forKey: .nextProductID)
    }
}
