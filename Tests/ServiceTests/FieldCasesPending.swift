import AppStore
import FoundationEssentials
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

@testable import Service

/// Field cases of requests that wait: for a parent, a bank, or for ever.
@Suite("Field cases: pending", .serialized)
struct FieldCasesPending {
    /// A report never shortens a deadline, so that both are short.
    static let shortPending = #""reserved": "PT2S", "pending": "PT2S""#

    @Test(arguments: ["monthly", "lifetime", "coins"])
    func `a repeated request is the same intent, and its time begins anew`(
        product: String
    ) async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let pad = try fixture.device("ann", "pad")
            let intent = try await phone.granted(product)
            var last = try await phone.pending(intent)
            for device in [pad, phone, pad] {
                let second = try await device.reserve(product)
                #expect(second.code == "locked")
                #expect(try second.read(Problem.self).holder?.intentID == intent.id)
                let repeated = try await device.pending(intent)
                #expect(repeated.id == intent.id && repeated.status == .pending)
                #expect(try #require(repeated.expiresAt) > (try #require(last.expiresAt)))
                last = repeated
            }
            #expect(try await pad.openIntents().map(\.id) == [intent.id])
            let paid = fixture.bought("1", product, ago: -10, token: intent.appAccountToken)
            #expect(try await pad.upload(paid, fixture).intentID == intent.id)
            #expect(try await phone.openIntents().isEmpty)
            #expect(try await fixture.ledger("account_id=ann").map(\.transactionID) == ["1"])
        }
    }

    enum Ending: CaseIterable { case transaction, release, deadline }

    @Test(arguments: Ending.allCases)
    func `a request refused silently ends by what is known, and a late approval counts`(
        ending: Ending
    ) async throws {
        try await ServiceFixture.with { fixture in
            try await fixture.setDeadlines(ending == .deadline ? Self.shortPending : "")
            let phone = try fixture.device("ann", "phone")
            let pad = try fixture.device("ann", "pad")
            let intent = try await phone.pending(try await phone.granted("monthly"))
            #expect(try await pad.reserve("yearly").code == "locked")
            switch ending {
            case .transaction: break
            case .release:
                let path = "/v1/intents/\(intent.id.wireText)/release"
                #expect(try await pad.post(path, #"{"reason":"mother said no"}"#).status == 200)
            case .deadline:
                try await eventually("the deadline passes") {
                    try await pad.state().product("yearly")?.status == .available
                }
            }
            if ending != .transaction {
                let free = try await pad.state().product("yearly")
                #expect(free?.status == .available)
                #expect(free?.risks == [.earlierRequestUnresolved])
            }
            let late = fixture.bought("1", "monthly", ago: -10, token: intent.appAccountToken)
            #expect(try await pad.upload(late, fixture).intentID == intent.id)
            let settled = try await phone.intent(intent.id)
            #expect(settled.status == .completed)
            #expect(settled.settledLate == (ending != .transaction))
            #expect(try await pad.entitlements().map(\.state) == [.active])
        }
    }

    @Test func `a consumable's lock ends, and of several payments each request takes one`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            try await fixture.setDeadlines(Self.shortPending)
            let phone = try fixture.device("ann", "phone")
            let first = try await phone.pending(try await phone.granted("coins"))
            try await eventually("the lock ends") {
                try await phone.state().product("coins")?.status == .available
            }
            let second = try await phone.pending(try await phone.granted("coins"))
            let signed = try ["1", "2", "3"].map {
                try fixture.signed(fixture.bought($0, "coins", ago: -10))
            }
            let results = try await phone.upload(signed)
            #expect(results.map(\.outcome) == [.recorded, .recorded, .recorded])
            #expect(results.map(\.intentID) == [second.id, first.id, nil])
            let kept = try await fixture.ledger("account_id=ann").map(\.transactionID)
            #expect(Set(kept) == ["1", "2", "3"])
        }
    }

    @Test func `a waiting screen knows its end, and leaves by itself on every device`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            try await fixture.setDeadlines(Self.shortPending)
            let phone = try fixture.device("ann", "phone")
            let pad = try fixture.device("ann", "pad")
            let intent = try await phone.pending(try await phone.granted("monthly"))
            let end = try #require(intent.expiresAt)
            var seen: [StateDocument] = []
            for device in [phone, pad] {
                let state = try await device.state()
                let holder = try #require(state.product("monthly")?.holder)
                #expect(holder.status == .pending && holder.expiresAt == end)
                #expect((0...2_000).contains(holder.expiresInMs))
                #expect(try #require(state.nextChangeAt) <= end)
                seen.append(state)
            }
            let etags = seen.map(\.etag)
            async let here = phone.changed(since: etags[0])
            async let there = pad.changed(since: etags[1])
            for state in try await [here, there] {
                #expect(state.product("monthly")?.status == .available)
                #expect(state.intents.isEmpty)
            }
            #expect(try await phone.intent(intent.id).status == .expired)
            #expect(try await pad.granted("monthly").risks == [.earlierRequestUnresolved])
        }
    }

    @Test func `registering before and after the store call may each be repeated`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let first = try await phone.reserve("monthly", request: "r1")
            let intent = try first.read(IntentEnvelope.self).intent
            for _ in 0..<2 {
                let again = try await phone.reserve("monthly", request: "r1")
                #expect(again.status == 200)
                #expect(try again.read(IntentEnvelope.self).intent.id == intent.id)
                #expect(try await phone.pending(intent).id == intent.id)
            }
            // The app that was restarted asks again, and finds its request as it is.
            let replayed = try await phone.reserve("monthly", request: "r1")
            #expect(try replayed.read(IntentEnvelope.self).intent.status == .pending)
            // Another one never hears of "pending": its transaction finds the intent all the same.
            let silent = try fixture.device("bob", "phone")
            let unreported = try await silent.granted("monthly")
            let paid = fixture.bought("1", "monthly", ago: -10, token: unreported.appAccountToken)
            try await fixture.tell("SUBSCRIBED", "INITIAL_BUY", paid)
            #expect(try await silent.intent(unreported.id).status == .completed)
        }
    }

    @Test(arguments: ["pending", "purchased", "cancelled", "failed"])
    func `nothing needs a transaction's id before there is one`(result: String) async throws {
        try await ServiceFixture.with { fixture in
            let devices = try ["ann", "bob"].map { try fixture.device($0, "phone") }
            for device in devices {
                let reserved = try await device.reserve("monthly")
                #expect(reserved.text.contains(#""transaction_id":null"#))
                let intent = try reserved.read(IntentEnvelope.self).intent
                for _ in 0..<2 {
                    let answer = try await device.report(intent, "{\"result\":\"\(result)\"}")
                    #expect(answer.status == 200)
                    #expect(answer.text.contains(#""transaction_id":null"#))
                }
                let list = try await device.send(.get, "/v1/intents")
                #expect(list.text.contains(#""transaction_id":null"#))
                #expect(try list.read(IntentList.self).intents.map(\.id) == [intent.id])
            }
        }
    }

    @Test func `an intent that nothing follows decays soon, a pending one does not`() async throws {
        try await ServiceFixture.with(reserved: "PT2S") { fixture in
            let asks = try fixture.device("bob", "phone")
            let waiting = try await asks.pending(try await asks.granted("monthly"))
            #expect(try #require(waiting.expiresInMs) > 24 * ServiceFixture.hour)
            // The dialog is dismissed, and no callback comes.
            let phone = try fixture.device("ann", "phone")
            let pad = try fixture.device("ann", "pad")
            let intent = try await phone.granted("monthly")
            #expect(try #require(intent.expiresInMs) <= 2_000)
            let locked = try await pad.state()
            #expect(locked.product("yearly")?.status == .locked)
            let free = try await pad.changed(since: locked.etag)
            #expect(free.product("yearly")?.status == .available)
            #expect(try await phone.intent(intent.id).status == .expired)
            #expect(try await asks.intent(waiting.id).status == .pending)
        }
    }

    @Test func `a wait that the store's wrapper calls an error is a wait`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let mapped = try await phone.told(
                try await phone.granted("monthly"),
                #"{"result":"pending","error":"E_DEFERRED_PAYMENT"}"#)
            #expect(mapped.status == .pending && mapped.pendingReason == .unknown)
            #expect(try #require(mapped.expiresInMs) > 24 * ServiceFixture.hour)
            // An app that takes it for a failure closes its intent, and is paid all the same.
            let other = try fixture.device("bob", "phone")
            let failed = try await other.told(
                try await other.granted("monthly"),
                #"{"result":"failed","error":"E_DEFERRED_PAYMENT"}"#)
            let contradiction = try await other.report(failed, #"{"result":"pending"}"#)
            #expect(contradiction.status == 409 && contradiction.code == "intent_closed")
            #expect(try contradiction.read(Problem.self).intent?.id == failed.id)
            let paid = fixture.bought("1", "monthly", ago: -10, token: failed.appAccountToken)
            try await fixture.tell("SUBSCRIBED", "INITIAL_BUY", paid)
            #expect(try await other.intent(failed.id).status == .completed)
        }
    }

    @Test func `an intent that failed stays matchable as long as the store may act on it`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            for (days, isSettled) in [(1, true), (29, true), (31, false)] {
                let phone = try fixture.device("ann-\(days)", "phone")
                let intent = try await phone.granted("monthly")
                try await phone.told(intent, #"{"result":"failed","error":"unknown"}"#)
                try await fixture.ask(
                    """
                    update interlock.intent set created_at = created_at - interval '\(days) days',
                        closed_at = closed_at - interval '\(days) days'
                    where intent_id = '\(intent.id.wireText)' returning 'x'
                    """)
                // New terms were accepted meanwhile.
                let paid = fixture.bought("\(days)", "monthly", token: intent.appAccountToken)
                let result = try await phone.upload(paid, fixture)
                #expect(result.outcome == .recorded)
                #expect(result.intentID == (isSettled ? intent.id : nil), "\(days) days")
                #expect(try await phone.entitlements().map(\.state) == [.active])
            }
        }
    }

    /// How a transaction reaches the service.
    enum Road: String, CaseIterable { case result, device, service, notification }

    @Test(arguments: Road.allCases)
    func `by every road a transaction settles, and the road is kept`(road: Road) async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.pending(try await phone.granted("monthly"))
            let paid = fixture.bought("1", "monthly", ago: -10, token: intent.appAccountToken)
            let signed = try fixture.signed(paid)
            switch road {
            case .result:
                try await phone.told(
                    intent, "{\"result\":\"purchased\",\"signed_transaction\":\"\(signed)\"}")
            case .device: try await phone.upload(paid, fixture)
            case .service:
                let answer = try await fixture.caller(fixture.serviceKey).send(
                    .post, "/v1/transactions",
                    headers: [("Interlock-Account", "ann"), ("Interlock-Device", "backend")],
                    body: Array("{\"signed_transactions\":[\"\(signed)\"]}".utf8))
                #expect(answer.status == 200)
            case .notification: try await fixture.tell("SUBSCRIBED", "INITIAL_BUY", paid)
            }
            #expect(try await phone.intent(intent.id).status == .completed)
            let source = road == .result ? "device" : road.rawValue
            #expect(try await fixture.ledger("transaction_id=1").map(\.firstSource) == [source])
            let history = try await fixture.ask(
                """
                select string_agg(to_status || ' ' || coalesce(actor ->> 'source',
                    actor ->> 'device_id'), ', ' order by at) from interlock.intent_event
                """)
            #expect(history == "reserved phone, pending phone, completed \(source)")
        }
    }
}
