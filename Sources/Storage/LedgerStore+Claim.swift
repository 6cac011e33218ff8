import AppStore
import Cryptography
package import FoundationEssentials
import InterlockAPI
import PostgresClient

// How a line finds its account.
extension LedgerStore {
    private static let claim = PostgresStatement.function("transactions_claim", 5)
    private static let parked = PostgresStatement.function("transactions_parked", 2)

    /// Whose a fact may be: `transactions/record.sql` tells what the JSON means.
    struct Claim {
        var json = "{}"
        /// A token that no account had.
        var unknownToken: UUID?
    }

    /// Says whose the token makes the fact.
    func claim(
        of fact: VerifiedFact, _ bringer: Bringer
    ) async throws(StorageError) -> Claim {
        var claim: [String: JSONValue] = [
            "source": .string(bringer.source), "token": "absent",
        ]
        var unknownToken: UUID?
        if let uploader = bringer.uploader {
            _ = try await accounts.ensure(uploader)
            claim["uploader"] = .string(uploader.key.uuidString)
        }
        if let token = fact.transaction?.appAccountToken ?? fact.renewal?.appAccountToken {
            claim["token_value"] = .string(token.uuidString)
            let found = try await accounts.ofToken(appID: bringer.appID, token)
            claim["token"] = found == nil ? "unknown" : "known"
            claim["token_account"] = found.map { .string($0.accountKey.uuidString) }
            if found == nil { unknownToken = token }
        }
        return Claim(json: JSONValue.object(claim).text, unknownToken: unknownToken)
    }

    /// Ingests a fact once more when an account has got its token meanwhile: ``claimParked(_:for:)`` may
    /// have looked before the line waited.
    func again(
        _ fact: VerifiedFact, _ bringer: Bringer, _ claim: Claim, after ingested: Ingested
    ) async throws(StorageError) -> Ingested {
        guard ingested.isUnclaimed, let token = claim.unknownToken,
            try await accounts.ofToken(appID: bringer.appID, token) != nil
        else { return ingested }
        return try await ingest(fact, from: bringer)
    }

    /// Gives what waited for a token to the account that has it now; the number of lines.
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
                let rows = try await session.query(
                    Self.claim,
                    [
                        .text(line), .text(account.appID), .text(name), .uuid(account.key),
                        .text("token"),
                    ])
                // Somebody has it already.
                guard let row = rows.first else { return }
                let answer = try await settle(
                    String(decoding: try row.json("facts"), as: UTF8.self), .store("token"), nil,
                    account.key, name, line, in: session)
                try await note(answer.incidents, account.appID, environment, in: session)
                try await noteClaimed(line, by: account, environment, in: session)
                if let shown = try row.optionalText("app_transaction_id") {
                    try await noteStoreAccount(
                        shown, of: account.key, account.appID, environment, in: session)
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
