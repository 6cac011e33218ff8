internal import HTTPServer
internal import InterlockAPI

/// What a caller wants of a customer's transactions, and from where on.
struct HistoryQuery: Sendable {
    /// Where a page ended, in the order of change.
    struct Position: Sendable, Equatable, Comparable {
        let modified: Int64
        let transactionID: String

        var text: String { "\(modified)_\(transactionID)" }

        init(modified: Int64, transactionID: String) {
            self.modified = modified
            self.transactionID = transactionID
        }

        init?(_ text: String) {
            let parts = text.split(separator: "_", omittingEmptySubsequences: false)
            guard parts.count == 2, let modified = Int64(parts[0]), Int64(parts[1]) != nil else {
                return nil
            }
            self.init(modified: modified, transactionID: String(parts[1]))
        }

        static func < (left: Position, right: Position) -> Bool {
            if left.modified != right.modified { return left.modified < right.modified }
            // Ids of one storefront have the same number of digits.
            return left.transactionID < right.transactionID
        }
    }

    var after: Position?
    var isDescending = false
    var start: Int64?
    var end: Int64?
    var productIDs: Set<String> = []
    var groups: Set<String> = []
    var productTypes: Set<String> = []
    var ownership: String?
    var isRevoked: Bool?

    init(_ query: HTTPQuery) throws(APIError) {
        for (name, value) in query.pairs { try take(name, value) }
        if let start, let end, start > end { throw .startAfterEnd }
    }

    private mutating func take(_ name: String, _ value: String) throws(APIError) {
        switch name {
        case "revision":
            guard let position = Position(value) else { throw .badRevision }
            after = position
        case "sort":
            guard ["ASCENDING", "DESCENDING"].contains(value) else { throw .badSort }
            isDescending = value == "DESCENDING"
        case "startDate":
            guard let date = Int64(value) else { throw .badStartDate }
            start = date
        case "endDate":
            guard let date = Int64(value) else { throw .badEndDate }
            end = date
        case "productId": productIDs.insert(value)
        case "subscriptionGroupIdentifier": groups.insert(value)
        case "productType":
            guard ProductKind.allCases.contains(where: { $0.filterName == value }) else {
                throw .badProductType
            }
            productTypes.insert(value)
        case "inAppOwnershipType":
            guard ["PURCHASED", "FAMILY_SHARED"].contains(value) else { throw .badOwnership }
            ownership = value
        case "revoked":
            guard let isRevoked = Bool(value) else { throw .badRevoked }
            self.isRevoked = isRevoked
        default: break
        }
    }
}
