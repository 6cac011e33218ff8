import AppStore
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

@testable import Service

/// Field cases of clocks, orders, and money that is late.
@Suite("Field cases: time", .serialized)
struct FieldCasesTime {
    static let hour = ServiceFixture.hour

    @Test func `a device's clock decides nothing`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            try await phone.upload(fixture.bought("1", "monthly"), fixture)
            let seen = try await phone.state()
            for hours in [-48, -2, 2, 48] as [Int64] {
                // A header, a query and a body that say another time.
                let time = seen.serverTime.adding(seconds: hours * 3_600)
                let state = try await phone.send(
                    .get, "/v1/state?now=\(time)&server_time=\(time)",
                    headers: [("Date", "\(time)")]
                ).read(StateDocument.self)
                #expect(state.entitlements == seen.entitlements)
                let age = state.serverTime.milliseconds - seen.serverTime.milliseconds
                #expect((0...60_000).contains(age))
                let wish = """
                    {"product_id":"coins","request_id":"\(hours)","created_at":"\(time)",
                     "expires_at":"\(time)"}
                    """
                let intent = try await phone.post("/v1/intents", wish)
                    .read(IntentEnvelope.self).intent
                #expect((1...120_000).contains(try #require(intent.expiresInMs)))
                try await phone.told(intent, #"{"result":"cancelled"}"#)
            }
            // The store's own clock may be ahead of ours, and who has paid owns.
            let ahead = fixture.bought("2", "lifetime", ago: -2 * Self.hour)
            try await phone.upload(ahead, fixture)
            let owned = try await phone.entitlements()
            #expect(owned.map(\.productID) == ["lifetime", "monthly"])
            #expect(owned.allSatisfy { $0.entitled })
        }
    }

    @Test func `what may be used ends by the server's clock, with nobody's help`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            try await phone.upload(fixture.bought("1", "monthly", lasts: 2_500), fixture)
            let had = try await phone.state()
            let end = try #require(had.entitlements.first?.expiresAt)
            #expect(had.entitlements.map(\.entitled) == [true])
            #expect(try #require(had.nextChangeAt) <= end)
            let over = try await phone.changed(since: had.etag)
            #expect(over.entitlements.map(\.state) == [.expired])
            #expect(over.entitlements.map(\.entitled) == [false])
            #expect(over.serverTime >= end)
            // A device that turns its clock back asks for a time that was; only a backend may.
            let then = "/v1/entitlements?at=\(end.adding(seconds: -1))"
            #expect(try await phone.send(.get, then).status == 403)
            let backend = try await fixture.caller(fixture.serviceKey).send(
                .get, then, headers: [("Interlock-Account", "ann"), ("Interlock-Device", "web")])
            let past = try backend.read(EntitlementsDocument.self)
            #expect(past.entitlements.map(\.state) == [.active])
        }
    }

    @Test func `the newest is found by its dates, in whatever order it is listed`() async throws {
        var generator = Seed.make().generator()
        try await ServiceFixture.with { fixture in
            for round in 0..<6 {
                let phone = try fixture.device("ann-\(round)", "phone")
                let line = "\(round)0"
                let periods = (0..<6).map { number in
                    fixture.bought(
                        "\(round)\(number)", "monthly", line: line,
                        ago: Int64(5 - number) * Self.hour + 60_000, lasts: Self.hour
                    ) { if number == 0 { $0.reason = "PURCHASE" } }
                }
                // Numbers say nothing either: the store's ids are not in order.
                var last = periods[5]
                last.transactionID = "\(round)-a"
                var listed = Array(periods.dropLast()) + [last]
                listed.shuffle(using: &generator)
                let results = try await phone.upload(try listed.map { try fixture.signed($0) })
                #expect(results.allSatisfy { $0.outcome == .recorded })
                let owned = try await phone.entitlements()
                #expect(owned.map(\.state) == [.active])
                #expect(owned.map(\.transactionID) == ["\(round)-a"])
                #expect(owned.first?.expiresAt?.milliseconds == last.expiresDate)
            }
        }
    }

    /// What the renewal info says of the grace period's end.
    enum Told: CaseIterable { case nothing, null, nothingOfRetry }

    @Test(arguments: Told.allCases)
    func `a grace period without its end is believed for a day`(told: Told) async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let ended = fixture.bought("1", "monthly", ago: Self.hour + 1_000, lasts: Self.hour)
            try await phone.upload(ended, fixture)
            #expect(try await phone.entitlements().map(\.state) == [.expired])
            let renewal = fixture.renewal(of: ended) {
                $0.isInBillingRetry = told == .nothingOfRetry ? nil : true
                if told == .null { $0.extra = ["gracePeriodExpiresDate": nil] }
            }
            try await fixture.tell(
                "DID_FAIL_TO_RENEW", "GRACE_PERIOD", ended, renewal: renewal, status: 4)
            let owned = try #require(try await phone.entitlements().first)
            #expect(owned.state == .gracePeriod && owned.entitled)
            let end = try #require(owned.expiresAt).milliseconds
            #expect(end == (try #require(renewal.signedDate)) + 24 * Self.hour)
            // The store that then says the end is believed.
            let more = fixture.renewal(of: ended) {
                $0.isInBillingRetry = true
                $0.gracePeriodExpiresDate = ended.purchaseDate + 17 * 24 * Self.hour
            }
            try await fixture.tell(
                "DID_FAIL_TO_RENEW", "GRACE_PERIOD", ended, renewal: more, status: 4)
            let known = try await phone.entitlements().first?.expiresAt?.milliseconds
            #expect(known == more.gracePeriodExpiresDate)
            // And so is the store that says that there is none.
            let over = fixture.renewal(of: ended) { $0.isInBillingRetry = true }
            try await fixture.tell("GRACE_PERIOD_EXPIRED", nil, ended, renewal: over, status: 3)
            #expect(try await phone.entitlements().map(\.state) == [.billingRetry])
            #expect(try await phone.entitlements().map(\.entitled) == [false])
        }
    }
}
