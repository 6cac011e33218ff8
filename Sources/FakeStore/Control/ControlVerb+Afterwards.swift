// What happens to purchases afterwards, and what is only told.
extension ControlVerb {
    private static let member = ControlField(
        "member", "--member", "NAME", "The family member.", required: true)

    static let afterwards = [
        act(
            "refund", "Refund a purchase, whole or in part.",
            ControlField.which + [
                ControlField(
                    "percentage", "--percentage", "N",
                    "Prorated: thousandths of a percent of the whole quantity.",
                    kind: .integer(1...100_000)),
                ControlField(
                    "app_issue", "--app-issue", "", "Because of the app.", kind: .flag),
            ]
        ) { request, store throws(ControlFailure) in
            .refund(
                transactionID: try request.transactionID(in: store),
                percentage: request.integer("percentage"), isAppIssue: request.flag("app_issue"))
        },
        one("reverse-refund", "Take a refund back.") { .reverseRefund(transactionID: $0) },
        one("decline-refund", "Tell that a refund was declined.") {
            .declineRefund(transactionID: $0)
        },
        act(
            "request-consumption", "Ask how a purchase was used, before a refund.",
            ControlField.which + [
                ControlField("reason", "--reason", "WORD", "Default UNINTENDED_PURCHASE.")
            ]
        ) { request, store throws(ControlFailure) in
            .requestConsumption(
                transactionID: try request.transactionID(in: store),
                reason: request.text("reason") ?? "UNINTENDED_PURCHASE")
        },
        act("share", "Share a purchase with a family member.", ControlField.which + [member]) {
            request, store throws(ControlFailure) in
            .share(
                transactionID: try request.transactionID(in: store),
                member: try request.needed("member"))
        },
        act("unshare", "End a family member's share.", ControlField.which + [member]) {
            request, store throws(ControlFailure) in
            .unshare(
                transactionID: try request.transactionID(in: store),
                member: try request.needed("member"))
        },
        act("rescind-consent", "Let a guardian withdraw consent.", [.buyer.needed()]) {
            request, _ throws(ControlFailure) in
            .rescindConsent(buyer: try request.needed("buyer"))
        },
        act("external-purchase", "Tell of an unreported purchase outside of the store.", []) {
            _, _ throws(ControlFailure) in .remindOfExternalPurchase
        },
        act("test-notification", "Send a test notification.", []) {
            _, _ throws(ControlFailure) in .sendTest
        },
        act(
            "notify", "Send any type of notification, also one that nobody knows.",
            [
                ControlField("type", "--type", "WORD", "The type.", required: true),
                ControlField("subtype", "--subtype", "WORD", "The subtype."), .transaction,
            ]
        ) { request, _ throws(ControlFailure) in
            .notify(
                kind: try request.needed("type"), subtype: request.text("subtype"),
                transactionID: request.text("transaction_id"))
        },
    ]
}
