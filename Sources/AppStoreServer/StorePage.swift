/// Holds one page of a longer answer.
package protocol StorePage: Sendable {
    var call: StoreCall { get }
    /// Whether the store says that there is more.
    var hasMore: Bool { get }
    /// What asks for the next page.
    var continuation: String? { get }
}
