/// What a device asks the store for.
package struct StoreOrder: Sendable, Equatable {
    /// The Apple account, by any name; it is made at first sight.
    package var buyer: String
    package var productID: String
    /// 1 to 10 of a consumable or a non-renewing subscription; 1 of anything else.
    package var quantity: Int64
    /// Echoed as it is given; the store drops what is no UUID.
    package var appAccountToken: String?

    package init(
        buyer: String, productID: String, quantity: Int64 = 1, appAccountToken: String? = nil
    ) {
        self.buyer = buyer
        self.productID = productID
        self.quantity = quantity
        self.appAccountToken = appAccountToken
    }
}
