/// Holds an app's deadlines in whole seconds, as they stand in every plan.
package struct Deadlines: Codable, Hashable, Sendable {
    /// Of a reserved intent, from the grant or the last renewal.
    package var reserved: Int64 = 120
    /// Of a reserved intent with all its renewals.
    package var reservedTotal: Int64 = 900
    /// Of a pending intent, from the last report: the store's 24 h, and an hour for delivery.
    package var pending: Int64 = 90_000
    /// Of a pending intent that waits for a bank; never above `pending`.
    package var pendingSCA: Int64 = 3_600
    /// Of a confirming intent.
    package var confirming: Int64 = 3_600
    /// How long after its closing a verified transaction still settles an intent.
    package var lateSettlement: Int64 = 30 * 86_400
    /// How long an intent that was pending or confirming leaves a risk.
    package var unresolvedRisk: Int64 = 7 * 86_400
    /// How long one that expired without any report does; never above `unresolvedRisk`.
    package var unreportedRisk: Int64 = 86_400

    /// What holds where a catalog says nothing.
    package static let standard = Deadlines()

    enum CodingKeys: String, CodingKey {
        case reserved, pending, confirming
        case reservedTotal = "reserved_total"
        case pendingSCA = "pending_sca"
        case lateSettlement = "late_settlement"
        case unresolvedRisk = "unresolved_risk"
        case unreportedRisk = "unreported_risk"
    }

    struct Bound: Sendable {
        let name: String
        let path: any WritableKeyPath<Deadlines, Int64> & Sendable
        let highest: Int64
    }

    /// What a catalog may set: the member's name and the highest number of seconds.
    static let bounds: [Bound] = [
        Bound(name: "reserved", path: \.reserved, highest: 3_600),
        Bound(name: "reserved_total", path: \.reservedTotal, highest: 86_400),
        Bound(name: "pending", path: \.pending, highest: 30 * 86_400),
        Bound(name: "confirming", path: \.confirming, highest: 7 * 86_400),
        Bound(name: "late_settlement", path: \.lateSettlement, highest: 366 * 86_400),
        Bound(name: "unresolved_risk", path: \.unresolvedRisk, highest: 366 * 86_400),
    ]

    /// Derives what a catalog does not set from what it does.
    mutating func derive() {
        pendingSCA = min(Deadlines.standard.pendingSCA, pending)
        unreportedRisk = min(Deadlines.standard.unreportedRisk, unresolvedRisk)
    }
}
