import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import StoreSigner
import TestSupport
import Testing

@testable import Service

@Suite("A release with a delay")
struct DelayPromises {
    private func release(
        _ fixture: ServiceFixture, _ intent: Intent, delay: String?, match: String? = nil,
        key: String? = nil
    ) async throws -> HTTPClientResponse {
        var headers = [(name: "Content-Type", value: "application/json")]
        if let match { headers.append(("If-Match", match)) }
        let member = delay.map { ",\"lock_delay\":\"\($0)\"" } ?? ""
        return try await fixture.caller(key ?? fixture.operatorKey).send(
            .post, "/v1/admin/intents/\(intent.id.wireText)/release", headers: headers,
            body: Array("{\"reason\":\"ticket 12\"\(member)}".utf8))
    }

    private func claims(_ fixture: ServiceFixture, of intent: Intent) async throws -> String? {
        try await fixture.ask(
            """
            select count(*)::text from interlock.claim
            where intent_id = '\(intent.id.uuidString)'
            """)
    }

    private func join(
        _ fixture: ServiceFixture, _ member: Device, to organizer: Device
    ) async throws {
        let made = try await organizer.post("/v1/groups", "{}")
        #expect(made.status == 201, "\(made.text)")
        let group = try made.read(GroupEnvelope.self).group
        let invitation = try await organizer.post(
            "/v1/groups/\(group.id)/invitations", #"{"role":"adult"}"#
        ).read(InvitationEnvelope.self).invitation
        let joined = try await member.post("/v1/invitations/\(invitation.code)/accept", "{}")
        #expect(joined.status == 200, "\(joined.text)")
    }

    @Test func `closes the sets to every device until it ends, and parked polls wake then`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let devices = try ["phone", "pad"].map { try fixture.device("ann", $0) }
            let (phone, pad) = (devices[0], devices[1])
            let intent = try await phone.granted("monthly")
            let done = try await release(fixture, intent, delay: "PT1H")
            #expect(done.status == 200, "\(done.text)")
            let released = try done.read(IntentEnvelope.self).intent
            #expect(released.status == .released)
            let end = try #require(released.expiresAt)
            #expect(end == released.updatedAt.adding(seconds: 3_600))
            for device in devices {
                let refused = try await device.reserve("yearly")
                #expect(refused.code == "locked")
                let holder = try #require(try refused.read(Problem.self).holder)
                #expect(holder.status == .released && holder.expiresAt == end)
                #expect(holder.sameAccount && holder.intentID == intent.id)
            }
            let state = try await pad.state()
            #expect(state.product("lifetime")?.status == .locked)
            #expect(state.product("lifetime")?.holder?.expiresAt == end)
            #expect(state.product("coins")?.status == .available)
            #expect(state.nextChangeAt == end && state.intents.isEmpty)

            async let shorter = withDeadline { try await pad.poll(state.etag) }
            let soon = try await release(fixture, intent, delay: "PT1S")
                .read(IntentEnvelope.self).intent.expiresAt
            let woken = try await shorter.read(StateDocument.self)
            let last =
                woken.product("monthly")?.status == .available
                ? woken
                : try await withDeadline { try await pad.poll(woken.etag) }
                    .read(StateDocument.self)
            #expect(last.product("monthly")?.status == .available)
            #expect(try last.serverTime >= #require(soon))
            #expect(try await pad.reserve("yearly").status == 201)
        }
    }

    @Test func `goes along when its account moves, and is closed to the new family`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let father = try fixture.device("father", "f")
            let intent = try await father.granted("yearly")
            #expect(try await release(fixture, intent, delay: "PT1H").status == 200)
            try await join(fixture, father, to: mother)
            let refused = try await mother.reserve("monthly")
            let holder = try #require(try refused.read(Problem.self).holder)
            #expect(holder.status == .released && !holder.sameAccount && holder.intentID == nil)
            let state = try await mother.state()
            #expect(state.product("monthly")?.holder?.status == .released)
            #expect(state.nextChangeAt == holder.expiresAt)
            async let woken = withDeadline { try await mother.poll(state.etag) }
            #expect(try await release(fixture, intent, delay: "PT0S").status == 200)
            let after = try await woken.read(StateDocument.self)
            #expect(after.product("monthly")?.status == .available)
            #expect(try await mother.reserve("monthly").status == 201)
        }
    }

    @Test(arguments: [true, false])
    func `keeps who waits waiting, and gives it the place at its end`(byClock: Bool) async throws {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let father = try fixture.device("father", "f")
            let first = try await mother.granted("lifetime")
            let second = try await father.granted("yearly")
            try await join(fixture, father, to: mother)
            #expect(try await claims(fixture, of: second) == "0")
            #expect(try await release(fixture, first, delay: "PT1H").status == 200)
            #expect(try await claims(fixture, of: second) == "0")
            let held = try await father.state().product("monthly")
            #expect(held?.holder?.status == .released && held?.waiting == 1)
            if byClock {
                try await fixture.ask(
                    """
                    with d as (update interlock.due set due_at = clock_timestamp(),
                            swept_at = clock_timestamp() - interval '1 second')
                    update interlock.intent set delay_until = clock_timestamp()
                    where delay_until is not null
                    """)
            } else {
                #expect(try await release(fixture, first, delay: "PT0S").status == 200)
            }
            try await eventually("the place is given") {
                try await claims(fixture, of: second) == "1"
            }
            let after = try await father.state().product("monthly")
            #expect(after?.holder?.intentID == second.id && after?.waiting == 0)
        }
    }

    @Test func `ends with the transaction that settles the intent late`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("coins")
            #expect(try await phone.report(intent, #"{"result":"pending"}"#).status == 200)
            #expect(try await release(fixture, intent, delay: "PT1H").status == 200)
            #expect(try await phone.reserve("coins").code == "locked")
            let signed = try fixture.purchase("T1", "coins", token: intent.appAccountToken) {
                $0.type = "Consumable"
            }
            let told = try await phone.report(
                intent, "{\"result\":\"purchased\",\"signed_transaction\":\"\(signed)\"}")
            let settled = try told.read(IntentEnvelope.self).intent
            #expect(settled.status == .completed && settled.settledLate)
            #expect(try await phone.state().product("coins")?.status == .available)
            #expect(try await phone.reserve("coins").status == 201)
        }
    }

    @Test func `can be changed while it lasts, and never closes again what is open`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            let first = try await release(fixture, intent, delay: "PT1H")
            let etag = try #require(first.header("etag"))
            let again = try await release(fixture, intent, delay: nil)
            #expect(again.status == 200 && again.header("etag") == etag)
            #expect(
                try again.read(IntentEnvelope.self).intent.expiresAt
                    == first.read(IntentEnvelope.self).intent.expiresAt)

            let longer = try await release(fixture, intent, delay: "PT24H", match: etag)
            let until = try #require(try longer.read(IntentEnvelope.self).intent.expiresAt)
            #expect(try until > #require(try first.read(IntentEnvelope.self).intent.expiresAt))
            let stale = try await release(fixture, intent, delay: "PT0S", match: etag)
            #expect(stale.status == 412)
            #expect(try stale.read(Problem.self).intent?.expiresAt == until)
            #expect(try await phone.reserve("monthly").code == "locked")

            let over = try await release(fixture, intent, delay: "PT0S")
            #expect(try over.read(IntentEnvelope.self).intent.expiresAt == nil)
            #expect(try await release(fixture, intent, delay: nil).status == 200)
            #expect(try await release(fixture, intent, delay: "PT1M").code == "intent_closed")
            let next = try await phone.granted("monthly")
            #expect(try await phone.report(next, #"{"result":"cancelled"}"#).status == 200)
            #expect(try await release(fixture, next, delay: "PT1M").code == "intent_closed")
            // What did something is in the audit, with the delay as it was and as it is.
            let audit = try await fixture.ask(
                """
                select string_agg(concat_ws('→', before ? 'delay_until', after ? 'delay_until'), ' '
                    order by place) from interlock.audit where act = 'intent.release'
                """)
            #expect(audit == "f→t t→t t→f")
        }
    }

    @Test func `is in the way of a request that is reported again`() async throws {
        try await ServiceFixture.with(reserved: "PT1S") { fixture in
            let phone = try fixture.device("ann", "phone")
            let asked = try await phone.granted("monthly")
            let state = try await phone.state()
            #expect(state.product("monthly")?.status == .locked)
            let open = try await withDeadline { try await phone.poll(state.etag) }
            #expect(try open.read(StateDocument.self).product("monthly")?.status == .available)
            let other = try await phone.granted("yearly")
            #expect(try await release(fixture, other, delay: "PT1H").status == 200)
            let lost = try await phone.report(asked, #"{"result":"pending"}"#)
            #expect(lost.code == "lock_lost")
            #expect(try lost.read(Problem.self).holder?.intentID == other.id)
        }
    }

    @Test func `is bounded, and an operator's`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            for delay in ["PT24H1S", "P1M", "-PT1S", "soon"] {
                let refused = try await release(fixture, intent, delay: delay)
                #expect(refused.status == 400)
                #expect(try refused.read(Problem.self).field == "lock_delay")
            }
            #expect(
                try await release(fixture, intent, delay: "PT1M", key: fixture.viewerKey).status
                    == 403)
            #expect(try await phone.reserve("yearly").code == "locked")
            #expect(try await phone.state().product("yearly")?.holder?.status == .reserved)
        }
    }
}
