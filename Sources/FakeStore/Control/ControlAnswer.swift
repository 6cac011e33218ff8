internal import Cryptography
internal import StoreSigner

/// What a control request is answered with: words for a person, and the facts, signed.
struct ControlAnswer: Sendable {
    var words: [String]
    var members: [String: JSONValue] = [:]

    var json: JSONValue {
        var members = members
        members["words"] = .array(words.map(JSONValue.string))
        return .object(members)
    }
}

extension ControlAnswer {
    /// Tells outcomes; transactions are signed as a device would have them.
    init(_ outcomes: [StoreOutcome], signer: StoreSigner) {
        words = outcomes.flatMap(Self.words)
        let transactions = outcomes.flatMap(\.transactions)
        members["transactions"] = .array(transactions.map { Self.entry($0, signer) })
        members["notifications"] = .array(
            outcomes.flatMap(\.notifications).map { notification in
                var entry: [String: JSONValue] = [
                    "notification_uuid": .string(notification.id),
                    "type": .string(notification.kind),
                ]
                entry["subtype"] = notification.subtype.map(JSONValue.string)
                entry["transaction_id"] = (notification.transaction?.transactionID)
                    .map(JSONValue.string)
                return .object(entry)
            })
        if let result = outcomes.last?.result { members["result"] = .string(result.rawValue) }
    }

    private static func words(_ outcome: StoreOutcome) -> [String] {
        [outcome.words]
            + outcome.transactions.map { "  transaction \($0.transactionID) of \($0.productID)" }
            + outcome.notifications.map { notification in
                "  told: \(notification.kind)\(notification.subtype.map { "/\($0)" } ?? "")"
            }
    }

    static func entry(_ facts: TransactionTemplate, _ signer: StoreSigner) -> JSONValue {
        var entry: [String: JSONValue] = [
            "transaction_id": .string(facts.transactionID),
            "original_transaction_id": .string(facts.originalTransactionID),
            "product_id": .string(facts.productID),
        ]
        // Signing fails only without memory.
        if let jws = try? signer.transaction(facts) { entry["signed_transaction"] = .string(jws) }
        return .object(entry)
    }
}
