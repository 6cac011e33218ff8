/// Something that a buyer may use, by the store's own rules.
package struct StoreEntitlement: Sendable, Hashable {
    package let productID: String
    package let transactionID: String
    package let originalTransactionID: String
    /// The end of the period or of the grace period; nil: for ever.
    package let until: Int64?
    package let isGrace: Bool
    package let isFamilyShared: Bool
}
