import InterlockAPI

/// Says who looks, and when.
struct Viewer {
    let account: String
    let device: String
    let now: Timestamp
}

/// Gathers what a scope's rows do to one product.
struct ProductImpact {
    /// Positions in the snapshot's intents.
    private(set) var holder: Int?
    private var lastNoted: Int?
    private var obstacles = 0
    private var owned: OwnedProduct?
    private var risks: [Risk] = []
    var isUnresolved = false

    /// Notes an intent in the way; the same one may be noted several times in a row. The holder is the oldest that
    /// has its claims or the delay of its release, else the oldest.
    mutating func noteObstacle(_ position: Int, _ snapshot: ScopeSnapshot) {
        if lastNoted == position { return }
        lastNoted = position
        obstacles += 1
        guard let current = holder else {
            holder = position
            return
        }
        let (new, old) = (snapshot.intents[position], snapshot.intents[current])
        let isHolding = new.isHolding(at: snapshot.now)
        let isBetter =
            isHolding == old.isHolding(at: snapshot.now)
            ? IntentRow.isOlder(new, old) : isHolding
        if isBetter { holder = position }
    }

    /// Notes an ownership that refuses the product. Of several, one of the product itself is shown first, then the
    /// account's own, then the one that lasts longest.
    mutating func noteRefusal(_ new: OwnedProduct, of productID: String) {
        guard let old = owned else {
            owned = new
            return
        }
        let isBetter =
            if (new.productID == productID) != (old.productID == productID) {
                new.productID == productID
            } else if new.sameAccount != old.sameAccount {
                new.sameAccount
            } else if new.expiresAt != old.expiresAt {
                old.expiresAt.map { end in new.expiresAt.map { $0 > end } ?? true } ?? false
            } else {
                new.productID < old.productID
            }
        if isBetter { owned = new }
    }

    mutating func noteRisk(_ risk: Risk) {
        if !risks.contains(risk) { risks.append(risk) }
    }

    /// Says what a device may do: the first that holds of owned, blocked, locked, available.
    func state(
        of productID: String, _ viewer: Viewer, _ snapshot: ScopeSnapshot
    ) -> ProductState {
        let status: ProductStatus =
            if let owned {
                owned.productID == productID ? .owned : .blocked
            } else {
                holder == nil ? .available : .locked
            }
        var risks = risks
        if isUnresolved { risks.append(.earlierRequestUnresolved) }
        return ProductState(
            productID: productID, status: status, waiting: max(0, obstacles - 1),
            holder: holder.map { Self.holder(snapshot.intents[$0], viewer, snapshot) },
            owned: owned,
            risks: risks.sorted { $0.rawValue < $1.rawValue })
    }

    private static func holder(
        _ row: IntentRow, _ viewer: Viewer, _ snapshot: ScopeSnapshot
    ) -> Holder {
        let isOwn = row.accountID == viewer.account
        // Who may release it has to be able to name it.
        let isReleasable =
            row.status != .reserved && snapshot.releasers.contains(viewer.account)
        let deadline =
            (row.status == .released ? row.delayUntil : row.expiresAt) ?? row.createdAt
        return Holder(
            status: row.status, sameAccount: isOwn,
            sameDevice: isOwn && row.deviceID == viewer.device, productID: row.productID,
            since: row.createdAt, expiresAt: deadline,
            expiresInMs: deadline.milliseconds(since: viewer.now),
            intentID: isOwn || isReleasable ? row.intentID : nil)
    }
}

extension IntentRow {
    /// Orders by age; ids decide between equals, so that every device sees the same holder.
    static func isOlder(_ left: IntentRow, _ right: IntentRow) -> Bool {
        left.createdAt == right.createdAt
            ? left.intentID.wireText < right.intentID.wireText
            : left.createdAt < right.createdAt
    }
}
