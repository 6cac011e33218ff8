package import InterlockAPI

/// Holds all that deciding about one product needs, compiled from the catalog when it is applied; stored as JSON,
/// and read by the SQL function `reserve` and by `StateEvaluator` alike, so that both look up the same data.
package struct ProductPlan: Codable, Hashable, Sendable {
    /// Holds one exclusion set of the product.
    package struct ExclusionSet: Codable, Hashable, Sendable {
        package var id: String
        package var audience: Audience

        package init(id: String, audience: Audience) {
            self.id = id
            self.audience = audience
        }
    }

    package var productID: String
    package var kind: ProductKind
    package var subscriptionGroup: String?
    /// Sorted by id.
    package var sets: [ExclusionSet]
    package var deadlines: Deadlines
    /// Listed products that share a set now, itself included, and the widest audience of the shared sets.
    package var rivals: [String: Audience]
    /// What owning a listed product means. Products of the same subscription group that share no set stand here with
    /// the audience `none`, so that nothing listed falls through to `groupRules`.
    package var rules: [String: OwnedRule]
    /// What owning an auto-renewable product means that the catalog doesn't list, by its subscription group.
    package var groupRules: [String: OwnedRule]
    /// True where the app lets billing retry count as owned; the same in all plans of a catalog.
    package var retryEntitles: Bool?

    /// The widest audience of its sets.
    package var audience: Audience {
        sets.contains { $0.audience == .group } ? .group : .account
    }

    enum CodingKeys: String, CodingKey {
        case kind, sets, deadlines, rivals, rules
        case productID = "product_id"
        case subscriptionGroup = "subscription_group"
        case groupRules = "group_rules"
        case retryEntitles = "retry_entitles"
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(productID, forKey: .productID)
        try container.encode(kind, forKey: .kind)
        try container.encode(subscriptionGroup, forKey: .subscriptionGroup)
        try container.encode(sets, forKey: .sets)
        try container.encode(deadlines, forKey: .deadlines)
        try container.encode(rivals, forKey: .rivals)
        try container.encode(rules, forKey: .rules)
        try container.encode(groupRules, forKey: .groupRules)
        try container.encodeIfPresent(retryEntitles, forKey: .retryEntitles)
    }
}
