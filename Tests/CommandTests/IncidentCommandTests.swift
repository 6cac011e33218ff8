import Cryptography
import EventLoop
import FoundationEssentials
import HTTPClient
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

/// What a person does about the ledger at the command line.
@Suite struct IncidentCommandTests {
    @Test("An incident is listed with both sides, and resolved once")
    func incidents() async throws {
        try await CommandStage.with { stage in
            try await stage.contestedPurchase("7")
            let table = try await stage.run("incidents list --app notes").output
            let row = try #require(table.split(separator: "\n").dropFirst().first)
            for word in ["owner_conflict", "open", "owner_id=ada", "claimant_id=bob", "Sandbox"] {
                #expect(row.contains(word), "\(table)")
            }
            let incident = try #require(
                try await list(stage, "--kind owner_conflict --account bob").first)
            #expect(incident.accountID == "bob" && incident.status == "open")
            let others = [
                "--kind unclaimed", "--account zoe", "--environment Production",
                "--status resolved",
            ]
            #expect(try await list(stage, "--account ada").map(\.id) == [incident.id])
            for filter in others { #expect(try await list(stage, filter).isEmpty, "\(filter)") }

            let act = "incidents resolve \(incident.id) --app notes --reason"
            #expect(
                try await stage.run("\(act) ticket-4").output
                    == "resolved owner_conflict: ticket-4\n")
            let again = try await stage.run("\(act) ticket-5").output
            #expect(
                again.hasPrefix("owner_conflict was resolved already, by command line ")
                    && again.hasSuffix(": ticket-4\n"), "\(again)")
            #expect(try await list(stage, "").isEmpty)
            let resolved = try await list(stage, "--status any")
            #expect(resolved.map(\.status) == ["resolved"])
            try await refused(
                stage, "incidents resolve \(UUID().uuidString) --app notes --reason r",
                "no incident")
        }
    }

    @Test("A transfer wakes the devices of both accounts, and repeats harmlessly")
    func transfer() async throws {
        try await CommandStage.with { stage in
            try await stage.contestedPurchase("7")
            let ada = try await stage.token("ada", "phone")
            let bob = try await stage.token("bob", "phone")
            try await withLoop { loop in
                let connections = (0..<3).map { _ in
                    HTTPConnection(host: "127.0.0.1", port: stage.port, on: loop)
                }
                let (first, second, looks) = (connections[0], connections[1], connections[2])
                let (had, has) = (
                    try await state(ada, nil, first), try await state(bob, nil, second)
                )
                #expect(had.entitlements.map(\.state) == [.active] && has.entitlements.isEmpty)
                async let loses = state(ada, had.etag, first)
                async let gets = state(bob, has.etag, second)
                try await eventually("both polls are parked") {
                    let answer = try await looks.request(.get, "/metrics")
                    return String(decoding: answer.body, as: UTF8.self)
                        .contains("\ninterlock_parked_polls 2\n")
                }
                let line = "transactions transfer 7 --app notes --to bob --reason ticket-4"
                #expect(try await stage.run(line).output == "7 is bob's now\n")
                #expect(try await loses.entitlements.isEmpty)
                #expect(try await gets.entitlements.map(\.state) == [.active])
                #expect(try await stage.run(line).output == "7 was bob's already\n")
                for connection in connections { connection.close() }
            }
            let table = try await stage.run("transactions list --app notes --account bob").output
            #expect(table.contains("monthly") && table.contains("bob"), "\(table)")
            for filter in ["--transaction-id 7", "--original-transaction-id 7"] {
                let list = try await stage.json(
                    LedgerTransactionList.self, "transactions list --app notes \(filter)")
                #expect(list.transactions.map(\.accountID) == ["bob"])
                #expect(list.transactions.map(\.claimedBy) == ["transfer"])
            }
            try await refused(
                stage, "transactions transfer 8 --app notes --to bob --reason r",
                "no transactions of line 8")
        }
    }

    static let wrongUsage: [(line: String, hint: String)] = [
        ("incidents list --app notes --kind lost", "duplicate_purchase, owner_conflict"),
        ("incidents list --app notes --status closed", "open, resolved, any"),
        ("incidents list --app notes --environment Xcode", "Production, Sandbox"),
        ("incidents resolve 7 --app notes --reason r", "as `incidents list` shows it"),
        ("incidents resolve 7 --app notes", "--reason is missing"),
        ("transactions list --app notes", "give one of --account"),
        ("transactions list --app notes --account a --transaction-id 7", "give one of --account"),
        ("transactions transfer --app notes --to b --reason r", "LINE is missing"),
        ("transactions transfer 7 --app notes --reason r", "--to is missing"),
        ("transactions transfer 7 --app notes --to b --reason \t", "--reason"),
    ]

    @Test("Wrong usage ends with 2 and says what to do", arguments: wrongUsage)
    func usage(line: String, hint: String) async throws {
        let folder = try TestFolder.path("nothing")
        let words = line.split(separator: " ").map(String.init)
        let ran = try await ProgramOutput(words + ["--data-dir", folder])
        #expect(ran.status == 2 && ran.errors.contains(hint), "\(ran.errors)")
    }

    private func list(_ stage: CommandStage, _ filter: String) async throws -> [Incident] {
        try await stage.json(IncidentList.self, "incidents list --app notes \(filter)").incidents
    }

    private func refused(_ stage: CommandStage, _ line: String, _ hint: String) async throws {
        let ran = try await ProgramOutput(
            line.split(separator: " ").map(String.init) + ["--data-dir", stage.folder])
        #expect(ran.status == 1 && ran.errors.contains(hint), "\(ran.errors)")
    }

    /// The state; with an etag once it differs.
    private func state(
        _ token: String, _ etag: String?, _ connection: HTTPConnection
    ) async throws -> StateDocument {
        let path = etag.map { "/v1/state?wait=50&etag=\($0)" } ?? "/v1/state"
        let answer = try await connection.request(
            .get, path, headers: [("Authorization", "Bearer \(token)")], timeout: .seconds(60))
        #expect(answer.status == 200)
        return try WireCoding.decode(StateDocument.self, from: answer.body)
    }
}

extension CommandStage {
    /// A subscription that the device of one account brings first, and then another's: of a store whose root
    /// the app gets.
    func contestedPurchase(
        _ id: String, of accounts: [String] = ["ada", "bob"]
    ) async throws {
        let signer = try StoreSigner()
        let root = try Self.file("root.pem", signer.root.pem)
        try await run("app update --id notes --root-certificate \(root)")
        let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
        let signed = try signer.transaction(
            TransactionTemplate(
                transactionID: id, bundleID: "com.example", productID: "monthly",
                type: "Auto-Renewable Subscription", purchaseDate: now,
                expiresDate: now + 3_600_000, subscriptionGroup: "pro"))
        let body = try WireCoding.encode(TransactionUpload(signedTransactions: [signed]))
        try await withLoop { loop in
            let connection = HTTPConnection(host: "127.0.0.1", port: port, on: loop)
            for account in accounts {
                let token = try await token(account, "phone")
                let answer = try await connection.request(
                    .post, "/v1/transactions",
                    headers: [
                        ("Authorization", "Bearer \(token)"), ("Content-Type", "application/json"),
                    ], body: body)
                #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
            }
            connection.close()
        }
    }
}
