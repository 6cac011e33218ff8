import AppStore
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import StoreSigner
import TestSupport
import Testing

@testable import Service

@Suite("Transfers", .serialized)
struct TransferPromises {
    static let path = "/v1/admin/transactions/1/transfer"
    static let toBob = #"{"account_id":"bob","reason":"ticket 4"}"#

    @Test func `a transfer moves what is owned, wakes both sides, is audited, and repeats`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let bob = try fixture.device("bob", "phone")
            let token = try await ann.granted("coins").appAccountToken
            let first = fixture.bought("1", "monthly")
            try await ann.upload(first, fixture)
            // Whoever else brings it changes nothing.
            #expect(try await bob.upload(first, fixture).code == "owner_conflict")
            let before = (try await ann.state(), try await bob.state())
            #expect(before.0.product("monthly")?.status == .owned)
            #expect(before.1.product("monthly")?.status == .available)
            async let loses = withDeadline(.seconds(20)) {
                try await ann.changed(since: before.0.etag)
            }
            async let gets = withDeadline(.seconds(20)) {
                try await bob.changed(since: before.1.etag)
            }
            try await parked(2, fixture)
            let person = fixture.caller(fixture.operatorKey)
            let answer = try await person.post(Self.path, Self.toBob)
            #expect(answer.status == 200)
            let moved = try answer.read(LedgerTransactionList.self).transactions
            #expect(moved.map(\.accountID) == ["bob"] && moved.map(\.claimedBy) == ["transfer"])
            #expect(try await loses.entitlements.isEmpty)
            let has = try await gets
            #expect(has.entitlements.map(\.transactionID) == ["1"])
            #expect(has.product("monthly")?.status == .owned)
            #expect(try await ann.state().product("monthly")?.status == .available)

            let after = (try await ann.state().etag, try await bob.state().etag)
            #expect(try await person.post(Self.path, Self.toBob).status == 200)
            #expect(try await ann.state().etag == after.0)
            #expect(try await bob.state().etag == after.1)
            // The line is his from now on, whatever its renewals bear.
            let renewed = fixture.bought("2", "monthly", line: "1", token: token)
            try await fixture.tell("DID_RENEW", nil, renewed)
            #expect(try await bob.entitlements().map(\.transactionID) == ["2"])
            #expect(try await ann.entitlements().isEmpty)
            let audit = try await fixture.ask(
                """
                select string_agg(concat_ws(' | ', act, actor ->> 'label', reason,
                    subject ->> 'original_transaction_id', f.account_id, t.account_id), '; ')
                from interlock.audit u
                left join interlock.audit_subject s
                    on s.subject_id::text = u.before ->> 'owner_subject'
                left join interlock.account f on f.account_key = s.account_key
                left join interlock.audit_subject o
                    on o.subject_id::text = u.after ->> 'owner_subject'
                left join interlock.account t on t.account_key = o.account_key
                where act like 'trans%'
                """)
            #expect(audit == "transaction.transfer | operator | ticket 4 | 1 | ann | bob")
        }
    }

    @Test func `a transfer settles no intent of the new owner, and warns it`() async throws {
        try await ServiceFixture.with { fixture in
            let bob = try fixture.device("bob", "phone")
            let intent = try await bob.granted("monthly")
            try await fixture.device("ann", "phone").upload(
                fixture.bought("1", "monthly", ago: -10), fixture)
            let person = fixture.caller(fixture.operatorKey)
            #expect(try await person.post(Self.path, Self.toBob).status == 200)
            let warned = try await bob.intent(intent.id)
            #expect(warned.status == .reserved)
            #expect(warned.risks.contains(.conflictingPurchaseCompleted))
            let renewed = try await bob.post("/v1/intents/\(intent.id.wireText)/renew", "")
            #expect(renewed.status == 409 && renewed.code == "owned")
        }
    }

    @Test func `a transfer needs an operator, a reason and a line`() async throws {
        try await ServiceFixture.with(environments: [.sandbox, .production]) { fixture in
            let ann = try fixture.device("ann", "phone")
            try await ann.upload(fixture.bought("1", "monthly"), fixture)
            let good = #"{"account_id":"bob","environment":"Sandbox","reason":"r"}"#
            for caller in [
                ann, fixture.caller(fixture.viewerKey), fixture.caller(fixture.serviceKey),
            ] {
                #expect(try await caller.post(Self.path, good).status == 403)
            }
            let person = fixture.caller(fixture.operatorKey)
            let refusals: [(path: String, body: String, status: Int)] = [
                (Self.path, Self.toBob, 400), (Self.path, #"{"account_id":"bob"}"#, 400),
                (Self.path, #"{"account_id":"","environment":"Sandbox","reason":"r"}"#, 400),
                (Self.path, #"{"account_id":"bob","environment":"Xcode","reason":"r"}"#, 400),
                (Self.path, #"{"account_id":"bob","environment":"Production","reason":"r"}"#, 404),
                ("/v1/admin/transactions/2/transfer", good, 404),
            ]
            for (path, body, status) in refusals {
                let answer = try await person.post(path, body)
                #expect(answer.status == status, "\(path) \(body): \(answer.text)")
            }
            #expect(try await fixture.ledger("transaction_id=1").map(\.accountID) == ["ann"])
            let acts = try await fixture.ask(
                "select count(*)::text from interlock.audit where act like 'trans%'")
            #expect(acts == "0")
            #expect(try await person.post(Self.path, good).status == 200)
            #expect(try await fixture.ledger("transaction_id=1").map(\.accountID) == ["bob"])
        }
    }

    @Test func `the ledger is listed by account, transaction or line, in pages`() async throws {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let hour = ServiceFixture.hour
            for number in 1...5 {
                try await ann.upload(
                    fixture.bought(
                        "\(number)", "monthly", line: "1", ago: Int64(5 - number) * hour), fixture)
            }
            try await ann.upload(fixture.bought("9", "coins", ago: -1_000), fixture)
            #expect(
                try await fixture.ledger("account_id=ann").map(\.transactionID)
                    == ["9", "5", "4", "3", "2", "1"])
            #expect(try await fixture.ledger("original_transaction_id=1").count == 5)
            #expect(try await fixture.ledger("transaction_id=3").map(\.transactionID) == ["3"])
            #expect(try await fixture.ledger("account_id=nobody").isEmpty)
            let viewer = fixture.caller(fixture.viewerKey)
            var pages: [[String]] = []
            var next = ""
            repeat {
                let page = try await viewer.send(
                    .get, "/v1/admin/transactions?account_id=ann&limit=4\(next)"
                ).read(LedgerTransactionList.self)
                pages.append(page.transactions.map(\.transactionID))
                next = page.nextCursor.map { "&cursor=\($0)" } ?? ""
            } while !next.isEmpty && pages.count < 9
            #expect(pages == [["9", "5", "4", "3"], ["2", "1"]])
            for query in [
                "", "?account_id=ann&transaction_id=3", "?account_id=ann&limit=0",
                "?account_id=ann&cursor=x", "?account_id=ann&environment=Xcode",
            ] {
                let refused = try await viewer.send(.get, "/v1/admin/transactions\(query)")
                #expect(refused.status == 400, "\(query)")
            }
            #expect(try await ann.send(.get, "/v1/admin/transactions").status == 403)
        }
    }
}
