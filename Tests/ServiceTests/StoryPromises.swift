import FoundationEssentials
import HTTPClient
import InterlockAPI
import Telemetry
import TestSupport
import Testing

@testable import Service

@Suite("Two devices over HTTP")
struct StoryPromises {
    @Test func `one reserves, the other's buttons go off, a late transaction settles`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let pad = try fixture.device("ann", "pad")
            let before = try await pad.state()
            #expect(before.product("yearly")?.status == .available)
            async let woken = withDeadline(.seconds(5)) {
                try await pad.poll(before.etag)
            }
            try await parked(1, fixture)
            let intent = try await phone.granted("monthly")
            let seen = try await woken
            #expect(seen.status == 200)
            let state = try seen.read(StateDocument.self)
            #expect(state.product("yearly")?.status == .locked)
            #expect(state.product("yearly")?.holder?.sameDevice == false)
            #expect(state.product("coins")?.status == .available)
            #expect(try await pad.reserve("yearly").code == "locked")
            #expect(try await phone.report(intent, #"{"result":"cancelled"}"#).status == 200)
            let signed = try fixture.purchase(
                "1", "monthly", token: intent.appAccountToken, expires: 3_600_000)
            let upload = try await pad.post(
                "/v1/transactions", "{\"signed_transactions\":[\"\(signed)\",\"x.y.z\"]}"
            ).read(TransactionResults.self).results
            #expect(upload.map(\.outcome) == [.recorded, .rejected])
            #expect(upload.first?.intentID == intent.id)
            #expect(upload.last?.code == "verification_failed")
            let after = try await pad.state()
            #expect(after.product("monthly")?.status == .owned)
            #expect(after.entitlements.first?.state == .active)
            let settled = try await phone.send(.get, "/v1/intents/\(intent.id.wireText)")
                .read(IntentEnvelope.self).intent
            #expect(settled.status == .completed && settled.settledLate)
        }
    }

    @Test func `sixty-four clients, one place: one is granted, all others see the holder`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let devices = try (0..<64).map { try fixture.device("family", "device-\($0)") }
            let products = ["monthly", "yearly", "lifetime"]
            for round in 0..<200 {
                let answers = try await withThrowingTaskGroup { group in
                    for (index, device) in devices.enumerated() {
                        group.addTask { try await device.reserve(products[(index + round) % 3]) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let granted = answers.filter { $0.status == 201 }
                #expect(granted.count == 1)
                let losers = answers.filter { $0.status != 201 }
                #expect(losers.allSatisfy { $0.status == 409 && $0.code == "locked" })
                #expect(losers.allSatisfy { (try? $0.read(Problem.self).holder) ?? nil != nil })
                guard let winner = try granted.first?.read(IntentEnvelope.self).intent else {
                    return
                }
                let holder = devices.first { _ in true }
                let index = Int(winner.deviceID.dropFirst(7)) ?? 0
                let closed = try await (index < devices.count ? devices[index] : holder)?
                    .report(winner, #"{"result":"cancelled"}"#)
                #expect(closed?.status == 200)
            }
        }
    }
}

/// Waits until `count` polls are parked.
func parked(_ count: Int, _ fixture: ServiceFixture) async throws {
    try await eventually("polls parked") {
        fixture.metrics.rendered().contains("interlock_parked_polls \(count)\n")
    }
}
