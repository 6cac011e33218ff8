public import FoundationEssentials

/// Says what became of one uploaded transaction.
public struct TransactionResult: Codable, Hashable, Sendable {
    /// The store's id of it; null if the upload could not be read.
    public var transactionID: String?
    /// What became of it.
    public var outcome: TransactionOutcome
    /// More about it: `verification_failed`, `owner_conflict`, `already_purchased`, …; left out where there is none.
    public var code: String?
    /// The intent that it settled or closed; left out where there is none.
    public var intentID: UUID?

    /// Makes a result.
    public init(
        transactionID: String?, outcome: TransactionOutcome, code: String? = nil,
        intentID: UUID? = nil
    ) {
        self.transactionID = transactionID
        self.outcome = outcome
        self.code = code
        self.intentID = intentID
    }

    enum CodingKeys: String, CodingKey {
        case outcome, code
        case transactionID = "transaction_id"
        case intentID = "intent_id"
    }

    /// Writes the members.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(transactionID, forKey: .transactionID)
        try container.encode(outcome, forKey: .outcome)
        try container.encodeIfPresent(code, forKey: .code)
        try container.encodeIfPresent(intentID?.wireText, forKey: .intentID)
    }
}
