/// An Apple account, as far as it concerns the app.
package struct StoreBuyer: Sendable, Equatable {
    package let name: String
    /// The same on all devices of the account, and another one for each member of a family.
    package let appTransactionID: String
    /// When it got the app, in milliseconds since 1970.
    package let since: Int64
    /// Places in the storefront's purchases and subscriptions, oldest first.
    var purchases: [Int] = []
    var subscriptions: [Int] = []
}
