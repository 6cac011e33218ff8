// What customers, parents and Apple's own pages do.
extension ControlVerb {
    private static let order = [
        ControlField.buyer.needed(), .product.needed(),
        ControlField("app_account_token", "--token", "UUID", "What the app passed to the store."),
        ControlField(
            "quantity", "--quantity", "N", "Of a consumable (default 1).", kind: .integer(1...10)),
    ]

    private static func order(_ request: ControlRequest) throws(ControlFailure) -> StoreOrder {
        StoreOrder(
            buyer: try request.needed("buyer"), productID: try request.needed("product_id"),
            quantity: request.integer("quantity") ?? 1,
            appAccountToken: request.text("app_account_token"))
    }

    static let purchases = [
        act("buy", "Buy on a device; prints the signed transaction with --json.", order) {
            request, _ throws(ControlFailure) in .buy(try order(request))
        },
        act("ask", "Ask a parent: pending, a day long from the last request.", order) {
            request, _ throws(ControlFailure) in .ask(try order(request))
        },
        pair("approve", "Let the parent say yes.") { .approve(buyer: $0, productID: $1) },
        pair("decline", "Let the parent say no; nobody is told.") {
            .decline(buyer: $0, productID: $1)
        },
        pair("lapse", "Let a request run out; nobody is told.") {
            .lapse(buyer: $0, productID: $1)
        },
        act(
            "redeem-offer", "Redeem an offer code outside of the app: no token.",
            [
                .buyer.needed(), .product.needed(),
                ControlField("offer_id", "--offer", "ID", "The offer (default SPRING)."),
            ]
        ) { request, _ throws(ControlFailure) in
            .redeemOffer(
                buyer: try request.needed("buyer"), productID: try request.needed("product_id"),
                offerID: request.text("offer_id") ?? "SPRING")
        },
    ]

    private static func pair(
        _ name: String, _ summary: String,
        _ make: @escaping @Sendable (String, String) -> StoreAct
    ) -> ControlVerb {
        act(name, summary, [.buyer.needed(), .product.needed()]) {
            request, _ throws(ControlFailure) in
            make(try request.needed("buyer"), try request.needed("product_id"))
        }
    }
}
