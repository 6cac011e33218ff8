import InterlockAPI

/// Says what an account may use: one entry for each product and account whose ownership it sees, the best where
/// there are several.
struct EntitlementEvaluator {
    let catalog: CompiledCatalog

    private struct Key: Hashable {
        let productID: String
        let accountID: String
    }

    /// Evaluates rows at the clock's instant and notes their instants. Another member's row is seen only if its
    /// product locks and owns for the group. A row that has not begun, or of a consumable, is none.
    func evaluate(
        _ rows: [OwnershipRow], account: String, _ clock: inout StateClock
    ) -> [Entitlement] {
        var best: [Key: Entitlement] = [:]
        for row in rows {
            let isOwn = row.accountID == account
            guard isOwn || isShared(row) else { continue }
            clock.note(row)
            guard let standing = row.standing(at: clock.now) else { continue }
            let isOver = standing.state == .expired || standing.state == .revoked
            let new = Entitlement(
                productID: row.productID, state: standing.state, expiresAt: standing.until,
                willRenew: row.willRenew && !isOver, ownership: row.ownershipType.ownership,
                sameAccount: isOwn, transactionID: isOwn ? row.transactionID : nil,
                originalTransactionID: isOwn ? row.originalTransactionID : nil,
                entitled: standing.state.isEntitled
                    || (standing.state == .billingRetry && catalog.retryEntitles),
                nextProductID: row.willRenew && !isOver && row.nextProductID != row.productID
                    ? row.nextProductID : nil)
            let key = Key(productID: row.productID, accountID: row.accountID)
            if let old = best[key], !Self.isBetter(new, old) { continue }
            best[key] = new
        }
        return best.values.sorted(by: Self.isBefore)
    }

    private func isShared(_ row: OwnershipRow) -> Bool {
        catalog.audience(of: row.productID, kind: row.kind, group: row.subscriptionGroup)
            == .group
    }

    /// Prefers the better state, then what was purchased, then what lasts longer, then the later transaction.
    private static func isBetter(_ new: Entitlement, _ old: Entitlement) -> Bool {
        if new.state != old.state { return new.state.rank < old.state.rank }
        if new.ownership != old.ownership { return new.ownership == .purchased }
        if new.expiresAt != old.expiresAt {
            return old.expiresAt.map { end in new.expiresAt.map { $0 > end } ?? true } ?? false
        }
        return (new.transactionID ?? "") > (old.transactionID ?? "")
    }

    /// Orders by product, the account's own first; what remains is ordered by what is shown.
    private static func isBefore(_ left: Entitlement, _ right: Entitlement) -> Bool {
        if left.productID != right.productID { return left.productID < right.productID }
        if left.sameAccount != right.sameAccount { return left.sameAccount }
        if left.state != right.state { return left.state.rank < right.state.rank }
        return (left.transactionID ?? "") < (right.transactionID ?? "")
    }
}

extension EntitlementState {
    /// 0 is best.
    fileprivate var rank: Int {
        switch self {
        case .active: 0
        case .gracePeriod: 1
        case .billingRetry: 2
        case .expired: 3
        case .revoked: 4
        }
    }
}
