import AppStore
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import StoreSigner
import Testing

@testable import FakeStore

/// The paths of the App Store Server API.
@Suite struct APITests {
    @Test func `a history comes in pages of twenty, each transaction once, verifiable`()
        async throws
    {
        try await StoreFixture.with { fixture in
            for _ in 0..<45 { try fixture.buy("coins") }
            let other = try fixture.buy("coins", "ben")
            let first = try fixture.buy("lifetime")
            var (path, ids, pages) = ("/inApps/v2/history/\(first)", [String](), 0)
            var hasMore = true
            while hasMore, pages < 5 {
                let (status, page) = try await fixture.get(path)
                #expect(status == 200)
                #expect(page["bundleId"] == "com.example.app")
                #expect(page["environment"] == "Sandbox")
                #expect(page["appAppleId"] == 1234)
                let found = try fixture.transactions(page).compactMap(\.transactionID)
                ids += found
                pages += 1
                hasMore = page["hasMore"]?.bool ?? false
                #expect(found.count == (hasMore ? 20 : 6))
                let revision = try #require(page["revision"]?.string)
                path = "/inApps/v2/history/\(first)?revision=\(revision)"
            }
            #expect(pages == 3)
            #expect(Set(ids).count == 46)
            #expect(!ids.contains(other))
            let rest = try await fixture.get(path)
            #expect(rest.document["signedTransactions"] == [])
        }
    }

    @Test func `what changed comes again after the last revision`() async throws {
        try await StoreFixture.with { fixture in
            let id = try fixture.buy("lifetime")
            try fixture.buy("coins")
            let all = try await fixture.get("/inApps/v2/history/\(id)").document
            let revision = try #require(all["revision"]?.string)
            _ = try fixture.desk.perform(
                .refund(transactionID: id, percentage: nil, isAppIssue: false))
            let changed = try await fixture.get(
                "/inApps/v2/history/\(id)?revision=\(revision)"
            ).document
            let found = try fixture.transactions(changed)
            #expect(found.map(\.transactionID) == [id])
            #expect(found[0].revocationDate != nil)
        }
    }

    @Test func `the history is filtered and sorted as asked`() async throws {
        try await StoreFixture.with { fixture in
            let monthly = try fixture.buy("family_monthly")
            let coins = try fixture.buy("coins")
            let lifetime = try fixture.buy("lifetime", "ben")
            _ = try fixture.desk.perform(.share(transactionID: lifetime, member: "anna"))
            _ = try fixture.desk.perform(
                .refund(transactionID: coins, percentage: nil, isAppIssue: false))
            let products: [String: [String]] = [
                "": ["family_monthly", "lifetime", "coins"],
                "sort=DESCENDING": ["coins", "lifetime", "family_monthly"],
                "productId=coins&productId=lifetime": ["lifetime", "coins"],
                "productType=AUTO_RENEWABLE": ["family_monthly"],
                "productType=CONSUMABLE&productType=NON_CONSUMABLE": ["lifetime", "coins"],
                "subscriptionGroupIdentifier=pro": ["family_monthly"],
                "inAppOwnershipType=FAMILY_SHARED": ["lifetime"],
                "revoked=true": ["coins"],
                "revoked=false": ["family_monthly", "lifetime"],
                "startDate=\(openingTime + 2)": ["lifetime", "coins"],
                "endDate=\(openingTime + 1)": ["family_monthly"],
            ]
            for (query, expected) in products {
                let (_, page) = try await fixture.get("/inApps/v2/history/\(monthly)?\(query)")
                #expect(
                    try fixture.transactions(page).map(\.productID) == expected, "\(query)")
            }
        }
    }

    @Test(arguments: [
        ("/inApps/v2/history/1", 404, 4_040_010), ("/inApps/v2/history/x", 400, 4_000_006),
        ("/inApps/v2/history/ID?revision=x", 400, 4_000_005),
        ("/inApps/v2/history/ID?sort=UP", 400, 4_000_021),
        ("/inApps/v2/history/ID?startDate=x", 400, 4_000_015),
        ("/inApps/v2/history/ID?startDate=2&endDate=1", 400, 4_000_013),
        ("/inApps/v2/history/ID?productType=X", 400, 4_000_022),
        ("/inApps/v2/history/ID?inAppOwnershipType=X", 400, 4_000_026),
        ("/inApps/v1/transactions/1", 404, 4_040_010),
        ("/inApps/v1/subscriptions/1", 404, 4_040_010),
        ("/inApps/v1/subscriptions/ID?status=6", 400, 4_000_031),
        ("/inApps/v1/notifications/test/x", 404, 4_040_008),
    ])
    func `errors have the store's numbers`(path: String, status: Int, code: Int) async throws {
        try await StoreFixture.with { fixture in
            let id = try fixture.buy("lifetime")
            let answer = try await fixture.get(path.replacing("ID", with: id))
            #expect(answer.status == status)
            #expect(answer.document["errorCode"] == .integer(Int64(code)))
            #expect(answer.document["errorMessage"]?.string != nil)
        }
    }

    @Test func `a transaction is told as it now is, by each of its ids`() async throws {
        try await StoreFixture.with { fixture in
            let id = try fixture.buy("lifetime")
            let first = try await fixture.get("/inApps/v1/transactions/\(id)").document
            fixture.clock.move(by: 1_000)
            let second = try await fixture.get("/inApps/v1/transactions/\(id)").document
            let dates = try [first, second].map { document in
                let jws = try #require(document["signedTransactionInfo"]?.string)
                return try #require(try fixture.verifier.transaction(jws).signedDate)
            }
            #expect(dates[0] < dates[1])
            let app = try #require(
                try fixture.desk.with { try $0.store.snapshot(id) }.appTransactionID)
            #expect(try await fixture.get("/inApps/v1/transactions/\(app)").status == 200)
            let history = try await fixture.get("/inApps/v2/history/\(app)").document
            #expect(try fixture.transactions(history).map(\.transactionID) == [id])
        }
    }

    @Test func `statuses are told by group, with what each does next`() async throws {
        try await StoreFixture.with { fixture in
            let id = try fixture.buy("pro_monthly")
            let news = try fixture.buy("news_weekly")
            _ = try fixture.desk.perform(.failBilling(transactionID: news, isNow: true))
            let (_, document) = try await fixture.get("/inApps/v1/subscriptions/\(id)")
            let groups = document["data"]?.array?.compactMap(\.object) ?? []
            #expect(
                groups.map { $0["subscriptionGroupIdentifier"] } == ["pro", "news"])
            let entry = try #require(groups.last?["lastTransactions"]?.array?.first?.object)
            #expect(entry["status"] == 4)
            #expect(entry["originalTransactionId"] == .string(news))
            let renewal = try fixture.verifier.renewalInfo(
                try #require(entry["signedRenewalInfo"]?.string))
            #expect(renewal.isInBillingRetry == true)
            #expect(renewal.gracePeriodExpiresDate != nil)
            let active = try await fixture.get("/inApps/v1/subscriptions/\(id)?status=1")
            #expect(active.document["data"]?.array?.count == 1)
        }
    }

    @Test func `a token is set for an original transaction that was bought`() async throws {
        try await StoreFixture.with { fixture in
            let id = try fixture.buy("news_weekly")
            let token: JSONValue = ["appAccountToken": "AAAAAAAA-4CDB-47CC-936D-99D65F608138"]
            let path = "/inApps/v1/transactions/\(id)/appAccountToken"
            let set = try await fixture.call(.put, path, token)
            #expect(set.status == 200)
            #expect(set.answer.body.isEmpty)
            let facts = try fixture.desk.with { try $0.store.snapshot(id) }
            #expect(facts.appAccountToken == "aaaaaaaa-4cdb-47cc-936d-99d65f608138")
            let bad = try await fixture.call(.put, path, ["appAccountToken": "anna"])
            #expect(bad.document["errorCode"] == 4_000_183)
            let lifetime = try fixture.buy("lifetime")
            let shared = try fixture.desk.perform(
                .share(transactionID: lifetime, member: "ben"))
            let twin = try #require(shared.transactions.first).transactionID
            let renewal = try fixture.desk.perform(.renew(transactionID: id))
            let later = try #require(renewal.transactions.first).transactionID
            for (id, code) in [(twin, 4_000_185), (later, 4_000_187), ("1", 4_040_010)] {
                let path = "/inApps/v1/transactions/\(id)/appAccountToken"
                let answer = try await fixture.call(.put, path, token)
                #expect(answer.document["errorCode"] == .integer(Int64(code)))
            }
        }
    }
}
