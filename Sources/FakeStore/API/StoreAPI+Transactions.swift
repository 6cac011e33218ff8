internal import Cryptography
internal import HTTPServer
internal import StoreSigner

// What concerns a customer's transactions.
extension StoreAPI {
    func history(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let pairs = request.query() else { throw APIError.badRequest }
        let query = try HistoryQuery(pairs)
        let id = try Self.id(request)
        let (page, app) = try desk.with { state in
            let buyer = try state.store.customer(id)
            return (HistoryPage(of: buyer, in: state.store, query), state.store.app)
        }
        var members = Self.members(of: app)
        members["revision"] = .string(page.revision)
        members["hasMore"] = .bool(page.hasMore)
        members["signedTransactions"] = .array(
            try page.transactions.map { .string(try desk.signer.transaction($0)) })
        return .json(.object(members))
    }

    func transaction(_ request: HTTPRequest) throws -> HTTPResponse {
        let id = try Self.id(request)
        let facts = try desk.with { try $0.store.snapshot($0.store.latest(id)) }
        return .json(["signedTransactionInfo": .string(try desk.signer.transaction(facts))])
    }

    func subscriptions(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let query = request.query() else { throw APIError.badRequest }
        var wanted: Set<Int64> = []
        for (name, value) in query.pairs where name == "status" {
            guard let status = Int64(value), (1...5).contains(status) else {
                throw APIError.badStatus
            }
            wanted.insert(status)
        }
        let id = try Self.id(request)
        let (statuses, app) = try desk.with { state in
            let buyer = try state.store.customer(id)
            return (
                state.store.statuses(of: buyer).filter {
                    wanted.isEmpty || wanted.contains($0.status)
                }, state.store.app
            )
        }
        var groups: [(id: String, entries: [JSONValue])] = []
        for status in statuses {
            let entry = try entry(status)
            if let place = groups.firstIndex(where: { $0.id == status.group }) {
                groups[place].entries.append(entry)
            } else {
                groups.append((status.group, [entry]))
            }
        }
        var members = Self.members(of: app)
        members["data"] = .array(
            groups.map { group in
                [
                    "subscriptionGroupIdentifier": .string(group.id),
                    "lastTransactions": .array(group.entries),
                ]
            })
        return .json(.object(members))
    }

    private func entry(_ status: SubscriptionStatus) throws -> JSONValue {
        [
            "status": .integer(status.status),
            "originalTransactionId": .string(status.transaction.originalTransactionID),
            "signedTransactionInfo": .string(try desk.signer.transaction(status.transaction)),
            "signedRenewalInfo": .string(try desk.signer.renewalInfo(status.renewalInfo)),
        ]
    }

    func setToken(_ request: HTTPRequest) throws -> HTTPResponse {
        let id = try Self.id(request)
        let body = try? JSONReader.read(request.body).object
        guard let token = body?["appAccountToken"]?.string, Self.isUUID(token) else {
            throw APIError.badToken
        }
        let isOriginal = try desk.with { state in
            let facts = try state.store.snapshot(id)
            return facts.originalTransactionID == facts.transactionID
        }
        guard isOriginal else { throw APIError.notOriginal }
        do {
            _ = try desk.perform(.setToken(transactionID: id, token: token.lowercased()))
        } catch .familyShared { throw APIError.familyTransaction }
        return HTTPResponse(status: 200)
    }

    private static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.joined().allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// The id in the path, if it looks like one.
    private static func id(_ request: HTTPRequest) throws(APIError) -> String {
        guard let id = request.parameter("id"), Int64(id) != nil else { throw .badTransactionID }
        return id
    }

    static func members(of app: StoreApp) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "bundleId": .string(app.bundleID), "environment": .string(app.environment),
        ]
        if let id = app.appAppleID { members["appAppleId"] = .integer(id) }
        return members
    }
}
