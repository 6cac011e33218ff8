import AppStore
import Cryptography
package import FoundationEssentials
import InterlockAPI
import PostgresClient

// How a line finds its account.
extension LedgerStore {
    private static let claim = PostgresStatement.function("transactions_claim", 5)
    private static let parked = PostgresStatement.function("transactions_parked", 2)

    /// Says whose the token makes the fact: `transactions/record.sql` tells what it means.
    func claim(
        of fact: VerifiedFact, _ bringer: Bringer
    ) async throws(StorageError) -> String {
        var claim: [String: JSONValue] = [
            "source": .string(bringer.source), "token": "absent",
        ]
        if let uploader = bringer.uploader {
            _ = try await accounts.ensure(uploader)
            claim["uploader"] = .string(uploader.key.uuidString)
        }
        let token = fact.transaction?.appAccountToken ?? fact.renewal?.appAccountToken
        if let token {
            claim["token_value"] = .string(token.uuidString)
            let found = try await accounts.ofToken(appID: bringer.appID, token)
            claim["token"] = found == nil ? "unknown" : "known"
            claim["token_account"] = found.map { .string($0.accountKey.uuidString) }
        }
        return JSONValue.object(claim).text
    }

    /// Gives what waited for a token to the account that has it now; the scopes that changed.
    package func claimParked(
        _ token: UUID, for account: AccountName
    ) async throws(StorageError) -> Int {
        let rows = try await database.call(Self.parked, [.text(account.appID), .uuid(token)])
        let lines = try decoding { try rows.map { (try $0.text(0), try $0.text(1)) } }
        _ = try await accounts.ensure(account)
        for (line, name) in lines {
            guard let environment = StoreEnvironment(rawValue: name) else {
                throw StorageError.defect("unknown environment")
            }
            try await database.transaction { session in
                let facts = try await session.query(
                    Self.claim,
                    [
                        .text(line), .text(account.appID), .text(name), .uuid(account.key),
                        .text("token"),
                    ])
                for fact in facts {
                    let text = String(decoding: try fact.json(0), as: UTF8.self)
                    let answer = try await settle(
                        text, .store("token"), nil, account.key, name, line, in: session)
                    try await note(answer.incidents, account.appID, environment, in: session)
                }
                if !facts.isEmpty {
                    try await noteClaimed(line, by: account, environment, in: session)
                }
            }
        }
        return lines.count
    }

    /// Resolves the incident of a line that was nobody's.
    func noteClaimed(
        _ line: String, by account: AccountName, _ environment: StoreEnvironment,
        in session: PostgresSession
    ) async throws {
        let incident: JSONValue = [
            "kind": "unclaimed", "subject": .string(line),
            "account_key": .string(account.key.uuidString), "resolution": "claimed",
        ]
        try await note(
            Array(JSONValue.array([incident]).text.utf8), account.appID, environment, in: session)
    }
}
