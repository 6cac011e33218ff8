package import InterlockAPI

/// Says what owning one product means for buying another.
package struct OwnedRule: Codable, Hashable, Sendable {
    /// Says whose ownership counts.
    package enum Audience: String, WireEnum, Hashable {
        /// Any member's.
        case group
        /// The buying account's own.
        case account
        /// Nobody's: the two share no set.
        case none
    }

    /// Says what an ownership does to a purchase.
    package enum Rule: String, WireEnum, Hashable {
        /// Refuses it.
        case block
        /// Lets it pass, with the risk beside it.
        case allow
        /// Lets it pass if the owned subscription is the account's own, and purchased; else refuses it.
        case planChange = "plan_change"
    }

    /// Holds a rule, and the risk that a purchase which passes carries.
    package struct Outcome: Codable, Hashable, Sendable {
        package var rule: Rule
        package var risk: Risk?

        package init(rule: Rule, risk: Risk? = nil) {
            self.rule = rule
            self.risk = risk
        }

        enum CodingKeys: String, CodingKey {
            case rule, risk
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(rule, forKey: .rule)
            try container.encode(risk, forKey: .risk)
        }
    }

    package var audience: Audience
    /// While the owned product is active or in its grace period.
    package var entitled: Outcome
    /// While it is in billing retry.
    package var billingRetry: Outcome

    package init(audience: Audience, entitled: Outcome, billingRetry: Outcome = .retry) {
        self.audience = audience
        self.entitled = entitled
        self.billingRetry = billingRetry
    }

    enum CodingKeys: String, CodingKey {
        case audience, entitled
        case billingRetry = "billing_retry"
    }
}

extension OwnedRule.Outcome {
    /// What a subscription in billing retry does to every purchase.
    package static let retry = OwnedRule.Outcome(rule: .allow, risk: .billingRetryMayRecover)
}
