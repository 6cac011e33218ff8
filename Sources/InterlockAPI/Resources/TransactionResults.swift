/// Holds the results of an upload, in its order.
public struct TransactionResults: Codable, Hashable, Sendable {
    /// One result for each transaction.
    public var results: [TransactionResult]

    /// Makes the answer.
    public init(results: [TransactionResult]) { self.results = results }
}
