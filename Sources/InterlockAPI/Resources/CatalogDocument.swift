/// Holds a catalog as an administrator writes it: words and durations as they stand, unchecked. The service checks it
/// when it is applied.
public struct CatalogDocument: Codable, Hashable, Sendable {
    /// What the app sells.
    public var products: [Product]
    /// The exclusion sets whose audience is said, not derived.
    public var exclusionSets: [ExclusionSet]?
    /// The exceptions from the default rules on what one may buy while owning something.
    public var ownedRules: [OwnedRule]?
    /// The app's own deadlines.
    public var deadlines: Deadlines?
    /// Whether a subscription in billing retry still counts as owned, as the app's goodwill; left out: no.
    public var billingRetryEntitles: Bool?

    /// Holds one product.
    public struct Product: Codable, Hashable, Sendable {
        /// The store's id of it.
        public var productID: String
        /// `auto_renewable`, `non_renewing`, `non_consumable` or `consumable`.
        public var kind: String
        /// The store's id of its subscription group.
        public var subscriptionGroup: String?
        /// Its level in the group; 1 is the highest.
        public var level: Int64?
        /// The sets it is in; left out: its subscription group, else itself alone.
        public var exclusionSets: [String]?
        /// Whether the store shares it with the family.
        public var familyShareable: Bool?
        /// How long it runs, ISO 8601 (`P1M`); decides the end of a non-renewing subscription.
        public var duration: String?

        /// Makes a product.
        public init(
            productID: String, kind: String, subscriptionGroup: String? = nil,
            level: Int64? = nil, exclusionSets: [String]? = nil, familyShareable: Bool? = nil,
            duration: String? = nil
        ) {
            self.productID = productID
            self.kind = kind
            self.subscriptionGroup = subscriptionGroup
            self.level = level
            self.exclusionSets = exclusionSets
            self.familyShareable = familyShareable
            self.duration = duration
        }

        enum CodingKeys: String, CodingKey {
            case kind, level, duration
            case productID = "product_id"
            case subscriptionGroup = "subscription_group"
            case exclusionSets = "exclusion_sets"
            case familyShareable = "family_shareable"
        }
    }

    /// Says for whom a set locks and owns.
    public struct ExclusionSet: Codable, Hashable, Sendable {
        /// The set's name.
        public var id: String
        /// `group` or `account`.
        public var audience: String

        /// Makes a set.
        public init(id: String, audience: String) {
            self.id = id
            self.audience = audience
        }
    }

    /// Replaces the default rule of a pair.
    public struct OwnedRule: Codable, Hashable, Sendable {
        /// The product that is owned.
        public var owned: String
        /// The product that is to be bought.
        public var wanted: String
        /// `block` or `allow`.
        public var rule: String
        /// The risk that an allowed purchase carries.
        public var risk: String?

        /// Makes a rule.
        public init(owned: String, wanted: String, rule: String, risk: String? = nil) {
            self.owned = owned
            self.wanted = wanted
            self.rule = rule
            self.risk = risk
        }
    }

    /// Holds deadlines as ISO 8601 durations (`PT2M`).
    public struct Deadlines: Codable, Hashable, Sendable {
        /// Of a reserved intent.
        public var reserved: String?
        /// Of a reserved intent, with all its renewals.
        public var reservedTotal: String?
        /// Of a pending intent, from the last report.
        public var pending: String?
        /// Of a confirming intent.
        public var confirming: String?
        /// How long after its closing a transaction still settles an intent.
        public var lateSettlement: String?
        /// How long an uncompleted request leaves a risk.
        public var unresolvedRisk: String?

        /// Makes deadlines.
        public init(
            reserved: String? = nil, reservedTotal: String? = nil, pending: String? = nil,
            confirming: String? = nil, lateSettlement: String? = nil,
            unresolvedRisk: String? = nil
        ) {
            self.reserved = reserved
            self.reservedTotal = reservedTotal
            self.pending = pending
            self.confirming = confirming
            self.lateSettlement = lateSettlement
            self.unresolvedRisk = unresolvedRisk
        }

        enum CodingKeys: String, CodingKey {
            case reserved, pending, confirming
            case reservedTotal = "reserved_total"
            case lateSettlement = "late_settlement"
            case unresolvedRisk = "unresolved_risk"
        }
    }

    /// Makes a catalog.
    public init(
        products: [Product], exclusionSets: [ExclusionSet]? = nil,
        ownedRules: [OwnedRule]? = nil, deadlines: Deadlines? = nil,
        billingRetryEntitles: Bool? = nil
    ) {
        self.billingRetryEntitles = billingRetryEntitles
        self.products = products
        self.exclusionSets = exclusionSets
        self.ownedRules = ownedRules
        self.deadlines = deadlines
    }

    enum CodingKeys: String, CodingKey {
        case products, deadlines
        case exclusionSets = "exclusion_sets"
        case ownedRules = "owned_rules"
        case billingRetryEntitles = "billing_retry_entitles"
    }
}
