internal import Cryptography
internal import StoreSigner

// What a person may look at.
extension ControlVerb {
    static func state(_ desk: StoreDesk) -> ControlAnswer {
        desk.with { state in
            let store = state.store
            var answer = ControlAnswer(words: [])
            answer.members["now"] = .integer(store.now)
            answer.members["subscriptions"] = .array(
                store.subscriptions.indices.map { entry(ofSubscription: $0, store) })
            answer.members["purchases"] = .array(store.purchases.map(entry))
            answer.members["requests"] = .array(
                store.requests.map { request in
                    [
                        "buyer": .string(request.order.buyer),
                        "product_id": .string(request.order.productID),
                        "expires": .integer(request.expires),
                    ]
                })
            answer.words = lines(of: store)
            return answer
        }
    }

    private static func lines(of store: Storefront) -> [String] {
        var lines = store.requests.map { "\($0.order.buyer) waits for \($0.order.productID)" }
        for place in store.subscriptions.indices {
            let subscription = store.subscriptions[place]
            let status = store.status(of: place)
            let word = ["", "active", "expired", "billing retry", "grace period", "revoked"]
            var line = "\(subscription.buyer)'s \(subscription.productID): \(word[Int(status)])"
            if subscription.renewalProductID != subscription.productID {
                line += ", then \(subscription.renewalProductID)"
            }
            if !subscription.autoRenews { line += ", not renewing" }
            if subscription.sharing != nil { line += ", shared" }
            lines.append("\(line) (\(subscription.originalTransactionID))")
        }
        for purchase in store.purchases where purchase.subscription == nil {
            let how = purchase.isRevoked ? ", revoked" : ""
            lines.append(
                "\(purchase.buyer)'s \(purchase.facts.productID)\(how) "
                    + "(\(purchase.facts.transactionID))")
        }
        return lines.isEmpty ? ["nobody has bought anything"] : lines
    }

    private static func entry(ofSubscription place: Int, _ store: Storefront) -> JSONValue {
        let subscription = store.subscriptions[place]
        return [
            "buyer": .string(subscription.buyer), "product_id": .string(subscription.productID),
            "auto_renew_product_id": .string(subscription.renewalProductID),
            "original_transaction_id": .string(subscription.originalTransactionID),
            "status": .integer(store.status(of: place)),
            "auto_renews": .bool(subscription.autoRenews),
            "expires_date": .integer(store.expiry(place)),
        ]
    }

    private static func entry(_ purchase: StorePurchase) -> JSONValue {
        [
            "buyer": .string(purchase.buyer), "product_id": .string(purchase.facts.productID),
            "transaction_id": .string(purchase.facts.transactionID),
            "original_transaction_id": .string(purchase.facts.originalTransactionID),
            "ownership": .string(purchase.facts.ownership),
            "revoked": .bool(purchase.isRevoked),
        ]
    }

    static func sent(_ desk: StoreDesk) -> ControlAnswer {
        desk.with { state in
            // What one can look through.
            let entries = state.log.entries.suffix(200)
            var answer = ControlAnswer(words: entries.map(line))
            if entries.isEmpty { answer.words = ["nothing was told"] }
            answer.members["notifications"] = .array(entries.map(\.summary))
            return answer
        }
    }

    private static func line(_ entry: SentNotification) -> String {
        let attempts = entry.attempts.map(\.result.rawValue)
        return "\(entry.kind)\(entry.subtype.map { "/\($0)" } ?? ""): "
            + (attempts.isEmpty ? "not sent" : attempts.joined(separator: ", "))
    }
}
