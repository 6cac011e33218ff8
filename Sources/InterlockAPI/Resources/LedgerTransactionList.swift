/// Holds a page of store transactions.
public struct LedgerTransactionList: Codable, Hashable, Sendable {
    /// The transactions of this page, the newest first.
    public var transactions: [LedgerTransaction]
    /// What to ask the next page with; null on the last.
    public var nextCursor: String?

    /// Makes a page.
    public init(transactions: [LedgerTransaction], nextCursor: String? = nil) {
        self.transactions = transactions
        self.nextCursor = nextCursor
    }

    enum CodingKeys: String, CodingKey {
        case transactions
        case nextCursor = "next_cursor"
    }

    /// Writes both members.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(transactions, forKey: .transactions)
        try container.encode(nextCursor, forKey: .nextCursor)
    }
}
