import AppStore
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

@testable import Service

/// Field cases of tokens, and of several accounts that share a device or a store account.
@Suite("Field cases: accounts", .serialized)
struct FieldCasesAccounts {
    @Test func `without a token the line's owner counts, else nobody, until a device brings it`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let intent = try await ann.granted("monthly")
            let first = fixture.bought("1", "monthly", ago: -10, token: intent.appAccountToken)
            try await fixture.tell("SUBSCRIBED", "INITIAL_BUY", first)
            let renewed = fixture.bought("2", "monthly", line: "1", lasts: 2 * ServiceFixture.hour)
            try await fixture.tell("DID_RENEW", nil, renewed)
            let owned = try await ann.entitlements()
            #expect(owned.map(\.transactionID) == ["2"])

            let bob = try fixture.device("bob", "phone")
            let stray = fixture.bought("7", "monthly")
            try await fixture.tell("SUBSCRIBED", "INITIAL_BUY", stray)
            #expect(try await fixture.ledger("transaction_id=7").map(\.accountID) == [nil])
            #expect(try await fixture.incidents().map(\.kind) == ["unclaimed"])
            #expect(try await bob.entitlements().isEmpty)
            try await bob.upload(stray, fixture)
            #expect(try await bob.entitlements().map(\.transactionID) == ["7"])
            #expect(try await fixture.ledger("transaction_id=7").map(\.accountID) == ["bob"])
        }
    }

    static let noTokens = [
        "", "ann", "42", "7e3fb20b4cdb47cc936d99d65f608138",
        "{7e3fb20b-4cdb-47cc-936d-99d65f608138}", "7e3fb20b-4cdb-47cc-936d-99d65f60813",
        "ann@example.com", "7e3fb20b-4cdb-47cc-936d-99d65f60813g",
    ]

    @Test func `tokens are UUIDs made here; nothing else becomes one`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let pad = try fixture.device("ann", "pad")
            let token = try await phone.granted("monthly").appAccountToken
            #expect(try await pad.granted("coins").appAccountToken == token)
            let backend = fixture.caller(fixture.serviceKey)
            for text in Self.noTokens {
                let body = Array("{\"app_account_token\":\"\(text)\"}".utf8)
                let answer = try await backend.send(.put, "/v1/accounts/bob", body: body)
                #expect(answer.status == 400, "\(text)")
                #expect(try answer.read(Problem.self).field == "app_account_token")
            }
            // What the store sends in spite of that is kept, and names nobody.
            let odd = fixture.bought("1", "lifetime") { $0.appAccountToken = "ann" }
            let bob = try fixture.device("bob", "phone")
            #expect(try await bob.upload(odd, fixture).outcome == .recorded)
            #expect(try await fixture.ledger("transaction_id=1").map(\.accountID) == ["bob"])
            let kept = try await fixture.ask(
                "select snapshot ->> 'appAccountToken' from interlock.store_transaction")
            #expect(kept == "ann")
        }
    }

    @Test func `the token is read from what the store signed, not from what a client says`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let bob = try fixture.device("bob", "phone")
            let own = try await ann.granted("monthly").appAccountToken
            let others = try await bob.granted("coins").appAccountToken
            let paid = try fixture.signed(
                fixture.bought("1", "monthly", ago: -10, token: own))
            for said in ["null", "\"\(others.uuidString)\""] {
                let answer = try await ann.post(
                    "/v1/transactions",
                    "{\"signed_transactions\":[\"\(paid)\"],\"app_account_token\":\(said)}")
                #expect(answer.status == 200)
            }
            #expect(try await fixture.ledger("transaction_id=1").map(\.accountID) == ["ann"])
            let reserved = try await bob.post(
                "/v1/intents",
                """
                {"product_id":"monthly","request_id":"r","app_account_token":"\(own.uuidString)"}
                """)
            #expect(reserved.status == 201)
            #expect(
                try reserved.read(IntentEnvelope.self).intent.appAccountToken == others,
                "nobody chooses a token by a request")
        }
    }

    @Test func `a token is the same in capitals and small letters`() async throws {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let token = try await ann.granted("coins").appAccountToken.uuidString
            let mixed = token.prefix(18).uppercased() + token.dropFirst(18).lowercased()
            let spellings = [token.uppercased(), token.lowercased(), String(mixed)]
            for (index, text) in spellings.enumerated() {
                let paid = fixture.bought("\(index)", "coins", ago: -10) {
                    $0.appAccountToken = text
                }
                try await fixture.tell("ONE_TIME_CHARGE", nil, paid)
                let backend = fixture.caller(fixture.serviceKey)
                let body = Array("{\"app_account_token\":\"\(text)\"}".utf8)
                let again = try await backend.send(.put, "/v1/accounts/ann", body: body)
                #expect(again.status == 200)
                #expect(again.text.contains(token.lowercased()))
                let taken = try await backend.send(.put, "/v1/accounts/bob", body: body)
                #expect(taken.status == 409 && taken.code == "token_in_use")
            }
            let rows = try await fixture.ledger("account_id=ann")
            #expect(rows.count == 3)
            #expect(try await fixture.incidents("kind=unclaimed").isEmpty)
        }
    }

    @Test func `a line stays its first owner's, whoever's token its next transaction bears`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let bob = try fixture.device("bob", "phone")
            let token = try await ann.granted("monthly").appAccountToken
            try await ann.upload(
                fixture.bought("1", "monthly", ago: -10, lasts: 1_000, token: token), fixture)
            // The same store account buys in the name of another account of the app.
            let intent = try await bob.granted("monthly")
            let paid = fixture.bought("2", "monthly", line: "1", token: intent.appAccountToken) {
                $0.reason = "PURCHASE"
            }
            let result = try await bob.upload(paid, fixture)
            #expect(result.outcome == .known && result.code == "owner_conflict")
            #expect(result.intentID == nil)
            let report = try await bob.report(
                intent,
                """
                {"result":"purchased","signed_transaction":"\(try fixture.signed(paid))"}
                """)
            #expect(report.status == 409 && report.code == "transaction_mismatch")
            #expect(try await bob.intent(intent.id).status == .reserved)
            #expect(try await bob.entitlements().isEmpty)
            #expect(try await ann.entitlements().map(\.transactionID) == ["2"])
            let incidents = try await fixture.incidents("kind=owner_conflict")
            #expect(incidents.map(\.accountID) == ["bob"])
            #expect(incidents.first?.member("owner_id") == "ann")
            #expect(incidents.first?.member("claimant_id") == "bob")
        }
    }

    @Test(
        arguments: ["purchased", "pending", "cancelled", "failed"], [false, true])
    func `who reports another account's purchase learns nothing of it, whatever is new in it`(
        result: String, isNew: Bool
    ) async throws {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let bob = try fixture.device("bob", "phone")
            let token = try await ann.granted("monthly").appAccountToken
            let paid = fixture.bought("1", "monthly", ago: -10, token: token)
            if !isNew { try await ann.upload(paid, fixture) }
            // The store gives the second account of a device what its first one bought.
            let intent = try await bob.granted("monthly")
            for _ in 0..<2 {
                let report = try await bob.report(
                    intent,
                    """
                    {"result":"\(result)","signed_transaction":"\(try fixture.signed(paid))"}
                    """)
                #expect(report.status == 409 && report.code == "transaction_mismatch")
                #expect(!report.text.contains("ann"))
                #expect(!report.text.lowercased().contains(token.uuidString.lowercased()))
            }
            let upload = try await bob.upload(paid, fixture)
            #expect(upload.outcome == .known && upload.code == "owner_conflict")
            #expect(upload.intentID == nil)
            #expect(try await bob.intent(intent.id).status == .reserved)
            #expect(try await ann.entitlements().map(\.transactionID) == ["1"])
            // Support finds it from either side.
            for account in ["ann", "bob"] {
                let seen = try await fixture.incidents("account_id=\(account)").map(\.kind)
                #expect(seen.contains("token_mismatch"))
            }
        }
    }

    /// A transaction that is older than the intent for which it is delivered.
    enum Old: CaseIterable { case reported, uploaded, uploadedForTheFirstTime, anothers }

    @Test(arguments: Old.allCases)
    func `an old transaction never settles a fresh intent`(old: Old) async throws {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let ended = fixture.bought(
                "1", "monthly", ago: 2 * ServiceFixture.hour, lasts: ServiceFixture.hour)
            let owner = old == .anothers ? try fixture.device("bob", "phone") : ann
            if old != .uploadedForTheFirstTime { try await owner.upload(ended, fixture) }
            let intent = try await ann.granted("monthly")
            var again = ended
            again.signedDate = StoreDate.now.milliseconds
            let signed = try fixture.signed(again)
            let report = "{\"result\":\"purchased\",\"signed_transaction\":\"\(signed)\"}"
            switch old {
            case .reported:
                let closed = try await ann.report(intent, report)
                #expect(closed.status == 200)
                let failed = try closed.read(IntentEnvelope.self).intent
                #expect(failed.status == .failed && failed.transactionID == nil)
                #expect(try await ann.state().product("monthly")?.status == .available)
                return
            case .anothers:
                let refused = try await ann.report(intent, report)
                #expect(refused.status == 409 && refused.code == "transaction_mismatch")
            case .uploaded, .uploadedForTheFirstTime:
                #expect(try await ann.upload([signed]).map(\.intentID) == [nil])
            }
            #expect(try await ann.intent(intent.id).status == .reserved)
            let paid = fixture.bought("2", "monthly", ago: -10)
            #expect(try await ann.upload(paid, fixture).intentID == intent.id)
        }
    }

    @Test func `before a purchase it is told that the store account is another account's`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            func reserve(_ account: String, _ shown: String) async throws -> Intent {
                let signed = try fixture.signer.appTransaction(
                    AppTransactionTemplate(
                        bundleID: ServiceFixture.bundleID, appTransactionID: shown,
                        receiptCreationDate: StoreDate.now.milliseconds))
                let answer = try await fixture.device(account, "phone").post(
                    "/v1/intents",
                    """
                    {"product_id":"monthly","request_id":"\(UUID())",
                     "signed_app_transaction":"\(signed)"}
                    """)
                #expect(answer.status == 201, "\(answer.text)")
                return try answer.read(IntentEnvelope.self).intent
            }
            #expect(try await reserve("ann", "A").risks.isEmpty)
            #expect(try await reserve("bob", "A").risks == [.storeAccountInUse])
            #expect(try await reserve("cat", "B").risks.isEmpty)
            // Also where the other account has shown no more than a purchase.
            let dan = try fixture.device("dan", "phone")
            try await dan.upload(
                fixture.bought("1", "lifetime") { $0.appTransactionID = "C" }, fixture)
            #expect(try await reserve("eve", "C").risks == [.storeAccountInUse])
        }
    }

    @Test func `one account on two stores' devices: the second one waits`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let backend = fixture.caller(fixture.serviceKey)
            func android(_ path: String, _ json: String) async throws -> HTTPClientResponse {
                try await backend.send(
                    .post, path,
                    headers: [("Interlock-Account", "ann"), ("Interlock-Device", "android")],
                    body: Array(json.utf8))
            }
            let wish = #"{"product_id":"yearly","request_id":"a"}"#
            let intent = try await phone.pending(try await phone.granted("monthly"))
            let elsewhere = try await android("/v1/intents", wish)
            #expect(elsewhere.status == 409 && elsewhere.code == "locked")
            let holder = try #require(try elsewhere.read(Problem.self).holder)
            #expect(holder.status == .pending && holder.sameAccount && !holder.sameDevice)
            try await phone.told(intent, #"{"result":"cancelled"}"#)
            let granted = try await android("/v1/intents", wish)
            #expect(granted.status == 201)
            #expect(try await phone.reserve("monthly").code == "locked")
            // That store's receipt is none of ours: the lock waits for who can say.
            let id = try granted.read(IntentEnvelope.self).intent.id.wireText
            let said = try await android("/v1/intents/\(id)/result", #"{"result":"purchased"}"#)
            #expect(try said.read(IntentEnvelope.self).intent.status == .confirming)
            #expect(try await phone.state().product("monthly")?.holder?.status == .confirming)
        }
    }

    @Test func `restoring on another account is a claim, decided by the same rules`() async throws {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let bob = try fixture.device("bob", "phone")
            let token = try await ann.granted("coins").appAccountToken
            let owned = fixture.bought("1", "monthly")
            try await ann.upload(owned, fixture)
            let unclaimed = fixture.bought("2", "lifetime")
            try await fixture.tell("ONE_TIME_CHARGE", nil, unclaimed)
            let named = fixture.bought("3", "yearly", token: token)
            // The app was installed again, and somebody else logged in.
            let results = try await bob.upload(
                try [owned, unclaimed, named].map { try fixture.signed($0) })
            #expect(results.map(\.code) == ["owner_conflict", nil, "owner_conflict"])
            let kept = try await fixture.ledger("account_id=ann").map(\.transactionID)
            #expect(Set(kept) == ["1", "3"])
            #expect(try await fixture.ledger("account_id=bob").map(\.transactionID) == ["2"])
            #expect(try await ann.entitlements().allSatisfy { $0.state == .active })
            let kinds = try await fixture.incidents().map(\.kind)
            #expect(Set(kinds).isSuperset(of: ["owner_conflict", "token_mismatch", "unclaimed"]))
        }
    }

    @Test func `what was redeemed outside of the app waits for the device that brings it`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let paid = fixture.bought("1", "monthly") { $0.offerType = 3 }
            for (kind, subtype) in [("SUBSCRIBED", "INITIAL_BUY"), ("OFFER_REDEEMED", nil)] {
                try await fixture.tell(
                    kind, subtype, paid, renewal: fixture.renewal(of: paid), status: 1)
            }
            let open = try await fixture.incidents("kind=unclaimed")
            #expect(open.count == 1 && open.first?.accountID == nil)
            #expect(open.first?.member("original_transaction_id") == "1")
            let phone = try fixture.device("ann", "phone")
            #expect(try await phone.upload(paid, fixture).outcome == .recorded)
            #expect(try await phone.entitlements().map(\.productID) == ["monthly"])
            let resolved = try await fixture.incidents("kind=unclaimed&status=resolved")
            #expect(resolved.map(\.id) == open.map(\.id))
            #expect(resolved.first?.accountID == "ann")
            #expect(resolved.first?.resolution == "claimed")
        }
    }

    /// What a renewal says of its account.
    enum Said: CaseIterable { case theToken, nothing, aFormerToken, anUnknownToken, anothersToken }

    @Test(arguments: Said.allCases)
    func `a renewal is its line's owner's, whatever it says`(said: Said) async throws {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let token = try await ann.granted("coins").appAccountToken
            let bobs = try await fixture.device("bob", "phone").granted("coins").appAccountToken
            try await ann.upload(fixture.bought("1", "monthly", token: token), fixture)
            let new = UUID()
            let body = Array("{\"app_account_token\":\"\(new.uuidString)\"}".utf8)
            _ = try await fixture.caller(fixture.serviceKey).send(
                .put, "/v1/accounts/ann", body: body)
            let tokens: [Said: UUID] = [
                .theToken: new, .aFormerToken: token, .anUnknownToken: UUID(),
                .anothersToken: bobs,
            ]
            let renewed = fixture.bought(
                "2", "monthly", line: "1", lasts: 2 * ServiceFixture.hour, token: tokens[said])
            try await fixture.tell("DID_RENEW", nil, renewed)
            #expect(try await ann.entitlements().map(\.transactionID) == ["2"])
            let conflicts = try await fixture.incidents("kind=owner_conflict")
            #expect(conflicts.map(\.accountID) == (said == .anothersToken ? ["bob"] : []))
        }
    }
}
