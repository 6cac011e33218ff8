package import Coordination
package import InterlockAPI
package import Storage

/// What the other devices see right now of the products that an intent's exclusion sets close: those of its
/// account, and those of other members. For administrators.
package struct DevicesElsewhere: Sendable {
    /// Products whose buttons are alike to somebody, for the same reason.
    package struct Row: Sendable {
        /// Nil for the other devices of the intent's own account.
        package let member: String?
        /// In the catalog's order.
        package var products: [String]
        /// What each of them is.
        package let state: ProductState
        /// The intent that keeps them closed.
        package let holder: IntentRow?

        fileprivate func isLike(_ other: Row) -> Bool {
            member == other.member && state.status == other.state.status
                && holder?.intentID == other.holder?.intentID && state.owned == other.state.owned
                && state.risks == other.state.risks
        }
    }

    /// Those of the intent's own account first. None where nothing of the catalog is in its sets.
    package let rows: [Row]
    /// Whether the catalog still lists the intent's product.
    package let isListed: Bool
    /// The products that its claims close, in the catalog's order.
    package let claimed: [String]

    /// Evaluates the state of each as its devices would get it.
    package init(
        _ shown: ConsoleIntent, _ reading: ScopeStore.Reading, _ evaluator: StateEvaluator
    ) {
        let intent = shown.intent, catalog = evaluator.catalog
        isListed = catalog.plan(of: intent.productID) != nil
        claimed = catalog.products(in: shown.claims)
        rows = ([nil] + shown.others.map(Optional.some)).flatMap { member -> [Row] in
            let view = evaluator.view(
                of: reading.snapshot, account: member ?? intent.accountID,
                environment: intent.environment)
            let closed = Set(
                catalog.products(
                    closedBy: intent.productID, sets: intent.exclusionSets, isOwn: member == nil))
            return Self.rows(view, of: closed, member)
        }
    }

    private static func rows(
        _ view: AccountView, of products: Set<String>, _ member: String?
    ) -> [Row] {
        var rows: [Row] = []
        for state in view.state.products where products.contains(state.productID) {
            let row = Row(
                member: member, products: [state.productID], state: state,
                holder: view.holder(of: state.productID))
            if let place = rows.firstIndex(where: { $0.isLike(row) }) {
                rows[place].products.append(state.productID)
            } else {
                rows.append(row)
            }
        }
        return rows
    }
}
