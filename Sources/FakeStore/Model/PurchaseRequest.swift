/// A purchase that waits for a parent: nothing but this knows of it.
package struct PurchaseRequest: Sendable, Equatable {
    package internal(set) var order: StoreOrder
    package let firstAsked: Int64
    package internal(set) var lastAsked: Int64
    /// Since the last request.
    package internal(set) var expires: Int64
}
