// What happens to subscriptions.
extension ControlVerb {
    static let subscriptions = [
        plan("upgrade", "Change to a higher plan: at once."),
        plan("downgrade", "Change to a lower plan: at the next renewal."),
        one("cancel-downgrade", "Take a planned change back.") {
            .cancelPlanChange(transactionID: $0)
        },
        one("auto-renew-off", "Switch auto-renew off: it ends with its period.") {
            .setAutoRenew(transactionID: $0, isOn: false)
        },
        one("auto-renew-on", "Switch auto-renew on.") {
            .setAutoRenew(transactionID: $0, isOn: true)
        },
        one("renew", "Renew now, ahead of the next period.") { .renew(transactionID: $0) },
        act(
            "fail-billing", "Let billing fail: the period ends now, into grace or retry.",
            ControlField.which + [
                ControlField(
                    "at_renewal", "--at-renewal", "", "Only when it would renew.", kind: .flag)
            ]
        ) { request, store throws(ControlFailure) in
            .failBilling(
                transactionID: try request.transactionID(in: store),
                isNow: !request.flag("at_renewal"))
        },
        one("recover", "Let it be paid after all.") { .recover(transactionID: $0) },
        act(
            "expire", "End the period now.",
            ControlField.which + [
                ControlField(
                    "intent", "--intent", "N",
                    "1 voluntary (default), 2 billing, 3 price, 4 not for sale, 5 other.",
                    kind: .integer(1...5))
            ]
        ) { request, store throws(ControlFailure) in
            .expire(
                transactionID: try request.transactionID(in: store),
                ExpirationIntent(rawValue: request.integer("intent") ?? 1) ?? .other)
        },
        act(
            "resubscribe", "Subscribe again in the store's own pages, with the old token.",
            ControlField.which + [.product]
        ) { request, store throws(ControlFailure) in
            .resubscribe(
                transactionID: try request.transactionID(in: store),
                productID: request.text("product_id"))
        },
        act(
            "raise-price", "Ask for consent to a higher price.",
            ControlField.which + [
                ControlField(
                    "price", "--price", "N", "Thousandths of the currency.",
                    kind: .integer(1...1_000_000_000), required: true)
            ]
        ) { request, store throws(ControlFailure) in
            .raisePrice(
                transactionID: try request.transactionID(in: store),
                price: request.integer("price") ?? 0)
        },
        one("accept-price", "Consent to the higher price.") { .acceptPrice(transactionID: $0) },
        act("extend-renewal", "Extend the period.", ControlField.which + [days]) {
            request, store throws(ControlFailure) in
            .extendRenewal(
                transactionID: try request.transactionID(in: store),
                days: request.integer("days") ?? 1)
        },
        act(
            "extend-all", "Extend every subscription of a product, with a summary.",
            [.product.needed(), days]
        ) { request, _ throws(ControlFailure) in
            .extendAll(
                productID: try request.needed("product_id"), days: request.integer("days") ?? 1)
        },
    ]

    private static let days = ControlField(
        "days", "--days", "N", "How many (1 to 90).", kind: .integer(1...90), required: true)

    static func one(
        _ name: String, _ summary: String, _ make: @escaping @Sendable (String) -> StoreAct
    ) -> ControlVerb {
        act(name, summary, ControlField.which) { request, store throws(ControlFailure) in
            make(try request.transactionID(in: store))
        }
    }

    private static func plan(_ name: String, _ summary: String) -> ControlVerb {
        act(name, summary, ControlField.which + [.product.needed()]) {
            request, store throws(ControlFailure) in
            .changePlan(
                transactionID: try request.transactionID(in: store),
                productID: try request.needed("product_id"))
        }
    }
}
