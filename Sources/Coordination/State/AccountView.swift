package import InterlockAPI

/// Holds what a device of an account would get, and whose intents are in its way. It is for administrators: a
/// device is never told who another member is.
package struct AccountView: Sendable {
    /// An intent that is open, or released while the delay of the release lasts.
    package struct Hold: Sendable {
        package let row: IntentRow
        /// The products that have it as their holder, in the catalog's order; none where others stand before it.
        package let products: [String]
    }

    package let state: StateDocument
    /// Those of the whole scope, the oldest first.
    package let holds: [Hold]

    /// What a person is shown of them; what is more is in the list of locks.
    package var mainHolds: ArraySlice<Hold> { holds.prefix(50) }

    /// The intent that the state names as a product's holder.
    package func holder(of productID: String) -> IntentRow? {
        holds.first { $0.products.contains(productID) }?.row
    }
}
