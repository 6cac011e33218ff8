import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import StoreSigner
import TestSupport
import Testing

@testable import Service

@Suite("Families")
struct FamilyPromises {
    /// Makes a group of `mother` and lets the others join by invitation.
    private func family(
        _ fixture: ServiceFixture, _ mother: Device, _ others: [(device: Device, role: String)]
    ) async throws -> Group {
        let made = try await mother.post("/v1/groups", "{}")
        #expect(made.status == 201)
        let group = try made.read(GroupEnvelope.self).group
        for other in others {
            let code = try await invite(mother, group, other.role)
            let joined = try await other.device.post("/v1/invitations/\(code)/accept", "{}")
            #expect(joined.status == 200, "\(joined.text)")
        }
        return group
    }

    private func invite(_ inviter: Device, _ group: Group, _ role: String) async throws -> String {
        let answer = try await inviter.post(
            "/v1/groups/\(group.id)/invitations", "{\"role\":\"\(role)\"}")
        #expect(answer.status == 201, "\(answer.text)")
        let invitation = try answer.read(InvitationEnvelope.self).invitation
        #expect(invitation.code.count == 22)
        return invitation.code
    }

    @Test func `a member's reservation turns the others' buttons off, and tells nothing of it`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother-account", "mother-phone")
            let child = try fixture.device("child-account", "child-pad")
            let group = try await family(fixture, mother, [(child, "child")])
            let before = try await child.state()
            #expect(before.scope.kind == .group)
            #expect(before.scope.groupID == group.id)
            async let woken = withDeadline(.seconds(10)) { try await child.poll(before.etag) }
            let request =
                "{\"product_id\":\"lifetime\",\"request_id\":\"r\","
                + "\"metadata\":{\"note\":\"secret-note\"}}"
            #expect(try await mother.post("/v1/intents", request).status == 201)
            let answer = try await woken
            #expect(answer.status == 200)
            let state = try answer.read(StateDocument.self)
            let product = state.products.first { $0.productID == "monthly" }
            #expect(product?.status == .locked)
            #expect(product?.holder?.sameAccount == false)
            #expect(product?.holder?.intentID == nil)
            for secret in ["mother-account", "mother-phone", "secret-note"] {
                #expect(!answer.text.contains(secret), "\(secret)")
            }
            let refused = try await child.reserve("monthly")
            #expect(refused.status == 409)
            #expect(!refused.text.contains("mother"))
            // What is nobody else's business stays out of the group resource too.
            let shown = try await child.send(.get, "/v1/groups/\(group.id)")
            #expect(shown.status == 200)
            #expect(!shown.text.contains("mother-account"))
            let seen = try await mother.send(.get, "/v1/groups/\(group.id)")
            #expect(seen.text.contains("child-account"))
        }
    }

    @Test func `who joins in the middle of a purchase waits, and gets its place when that is free`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let father = try fixture.device("father", "f")
            let first = try await mother.granted("lifetime")
            let second = try await father.granted("yearly")
            _ = try await family(fixture, mother, [(father, "adult")])
            let both = try await father.state()
            #expect(both.intents.map(\.id) == [second.id])
            let product = both.products.first { $0.productID == "monthly" }
            #expect(product?.waiting == 1)
            #expect(product?.holder?.sameAccount == false)
            var filter = IncidentStore.Filter()
            filter.kind = .scopeConflict
            let incidents = try await fixture.storage.incidents.list(
                appID: "demo", filter, before: nil, limit: 10)
            #expect(incidents.count == 1)
            #expect(incidents.first?.accountID == "father")
            #expect(try await mother.reserve("monthly").status == 409)
            #expect(try await mother.report(first, #"{"result":"cancelled"}"#).status == 200)
            let after = try await mother.state()
            #expect(
                after.products.first { $0.productID == "monthly" }?.holder?.sameAccount == false)
            #expect(try await mother.reserve("monthly").status == 409)
        }
    }

    @Test func `what two members own that excludes each other is an incident, never a loss`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let father = try fixture.device("father", "f")
            for (device, id) in [(mother, "T1"), (father, "T2")] {
                let signed = try fixture.purchase(id, "lifetime")
                let upload = "{\"signed_transactions\":[\"\(signed)\"]}"
                #expect(try await device.post("/v1/transactions", upload).status == 200)
            }
            _ = try await family(fixture, mother, [(father, "adult")])
            var filter = IncidentStore.Filter()
            filter.kind = .duplicatePurchase
            let incidents = try await fixture.storage.incidents.list(
                appID: "demo", filter, before: nil, limit: 10)
            #expect(incidents.count == 1)
            let state = try await father.state()
            #expect(state.entitlements.map(\.sameAccount).sorted { $0 && !$1 } == [true, false])
            let other = state.entitlements.first { !$0.sameAccount }
            #expect(other?.transactionID == nil && other?.originalTransactionID == nil)
            #expect(!String(describing: state).contains("mother"))
        }
    }

    @Test func `joining and leaving wake the devices of both sides, and ownership comes along`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let child = try fixture.device("child", "c")
            let signed = try fixture.purchase("T1", "lifetime")
            let upload = "{\"signed_transactions\":[\"\(signed)\"]}"
            #expect(try await mother.post("/v1/transactions", upload).status == 200)
            let group = try await family(fixture, mother, [])
            let (own, alone) = (try await mother.state(), try await child.state())
            async let motherWoken = withDeadline(.seconds(10)) { try await mother.poll(own.etag) }
            let childPolls = try fixture.device("child", "c2")
            let parked = try await childPolls.state()
            async let childWoken = withDeadline(.seconds(10)) {
                try await childPolls.poll(parked.etag)
            }
            let inviter = try fixture.device("mother", "m2")
            let code = try await invite(inviter, group, "child")
            #expect(try await child.post("/v1/invitations/\(code)/accept", "{}").status == 200)
            let motherAnswer = try await motherWoken
            #expect(motherAnswer.status == 200)
            let childAnswer = try await childWoken
            #expect(childAnswer.status == 200)
            let joined = try childAnswer.read(StateDocument.self)
            #expect(joined.scope.kind == .group)
            #expect(joined.version > alone.version)
            #expect(joined.products.first { $0.productID == "lifetime" }?.status == .owned)
            #expect(joined.entitlements.map(\.sameAccount) == [false])
            // Who lost the answer asks again.
            #expect(try await child.post("/v1/invitations/\(code)/accept", "{}").status == 200)
            let left = try await child.send(.delete, "/v1/groups/\(group.id)/members/child")
            #expect(left.status == 204)
            let apart = try await child.state()
            #expect(apart.scope.kind == .account && apart.version > joined.version)
            #expect(apart.entitlements.isEmpty)
            #expect(try await child.send(.get, "/v1/groups/\(group.id)").status == 404)
            #expect(try await child.reserve("lifetime").status == 201)
        }
    }

    @Test func `a parent releases a child's pending intent, a child nobody's`() async throws {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let child = try fixture.device("child-account", "child-device")
            _ = try await family(fixture, mother, [(child, "child")])
            let intent = try await child.granted("lifetime")
            let path = "/v1/intents/\(intent.id.wireText)/release"
            let reason = "{\"reason\":\"not before dinner\"}"
            // Only what waits at the store: the child may be about to buy.
            #expect(try await mother.post(path, reason).status == 404)
            #expect(try await child.report(intent, #"{"result":"pending"}"#).status == 200)
            let holder = try await mother.state().product("monthly")?.holder
            #expect(holder?.intentID == intent.id)
            let released = try await mother.post(path, reason)
            #expect(released.status == 204)
            #expect(released.body.isEmpty)
            #expect(try await child.state().product("monthly")?.status == .available)
            let second = try await mother.granted("lifetime")
            #expect(try await mother.report(second, #"{"result":"pending"}"#).status == 200)
            #expect(try await child.state().product("monthly")?.holder?.intentID == nil)
            let refused = try await child.post(
                "/v1/intents/\(second.id.wireText)/release", reason)
            #expect(refused.status == 404)
        }
    }

    @Test func `codes are single-use, end, and can't be guessed`() async throws {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let child = try fixture.device("child", "c")
            let stranger = try fixture.device("stranger", "s")
            let group = try await family(fixture, mother, [(child, "child")])
            #expect(
                try await child.post("/v1/groups/\(group.id)/invitations", "{}").status == 403)
            #expect(
                try await stranger.post("/v1/groups/\(group.id)/invitations", "{}").status == 404)
            let code = try await invite(mother, group, "adult")
            let declined = try await stranger.post("/v1/invitations/\(code)/decline", "{}")
            #expect(declined.status == 204)
            let used = try await stranger.post("/v1/invitations/\(code)/accept", "{}")
            #expect(used.status == 404)
            let made = try await mother.post("/v1/groups/\(group.id)/invitations", "{}")
            let revoked = try made.read(InvitationEnvelope.self).invitation
            let path = "/v1/groups/\(group.id)/invitations/\(revoked.id)"
            #expect(try await mother.send(.delete, path).status == 204)
            #expect(
                try await stranger.post("/v1/invitations/\(revoked.code)/accept", "{}").status
                    == 404)
            for _ in 0..<8 {
                let wrong = try await stranger.post("/v1/invitations/AAAA/accept", "{}")
                #expect(wrong.status == 404)
            }
            let good = try await invite(mother, group, "adult")
            let limited = try await stranger.post("/v1/invitations/\(good)/accept", "{}")
            #expect(limited.status == 429)
            #expect(limited.header("retry-after") != nil)
            // Another account may still use it.
            let uncle = try fixture.device("uncle", "u")
            #expect(try await uncle.post("/v1/invitations/\(good)/accept", "{}").status == 200)
        }
    }

    @Test func `a full group and a second group refuse, and the code stays good`() async throws {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let made = try await mother.post("/v1/groups", "{\"size_limit\":2}")
            let group = try made.read(GroupEnvelope.self).group
            let aunt = try fixture.device("aunt", "a")
            _ = try await family(fixture, aunt, [])
            let code = try await invite(mother, group, "adult")
            let elsewhere = try await aunt.post("/v1/invitations/\(code)/accept", "{}")
            #expect(elsewhere.code == "in_another_group")
            let second = try await mother.post("/v1/groups", "{}")
            #expect(second.code == "in_another_group")
            let child = try fixture.device("child", "c")
            #expect(try await child.post("/v1/invitations/\(code)/accept", "{}").status == 200)
            let late = try await invite(mother, group, "adult")
            let uncle = try fixture.device("uncle", "u")
            let full = try await uncle.post("/v1/invitations/\(late)/accept", "{}")
            #expect(full.status == 409 && full.code == "group_full")
        }
    }

    @Test func `the organizer removes, hands over and dissolves; the backend may do all of it`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let father = try fixture.device("father", "f")
            let child = try fixture.device("child", "c")
            let group = try await family(fixture, mother, [(father, "adult"), (child, "child")])
            let members = "/v1/groups/\(group.id)/members"
            #expect(try await child.send(.delete, "\(members)/father").status == 403)
            let own = try await invite(mother, group, "child")
            let demoted = try await mother.post("/v1/invitations/\(own)/accept", "{}")
            #expect(demoted.code == "organizer_required")
            let stuck = try await mother.send(.delete, "\(members)/mother")
            #expect(stuck.code == "organizer_required")
            let handed = try await put(mother, "\(members)/father", "organizer")
            #expect(handed.status == 200)
            #expect(try await put(mother, "\(members)/child", "adult").status == 403)
            #expect(try await put(father, "\(members)/child", "adult").status == 200)
            #expect(try await father.send(.delete, "\(members)/mother").status == 204)
            #expect(try await mother.state().scope.kind == .account)
            #expect(try await child.send(.delete, "/v1/groups/\(group.id)").status == 403)
            #expect(try await father.send(.delete, "/v1/groups/\(group.id)").status == 204)
            #expect(try await child.state().scope.kind == .account)

            let backend = fixture.caller(fixture.serviceKey)
            let made = try await backend.post("/v1/groups", "{}")
            let empty = try made.read(GroupEnvelope.self).group
            #expect(empty.members.isEmpty)
            for (name, role) in [("mother", "organizer"), ("child", "child")] {
                let path = "/v1/groups/\(empty.id)/members/\(name)"
                #expect(try await put(backend, path, role).status == 200)
            }
            let seen = try await backend.send(.get, "/v1/groups/\(empty.id)")
            #expect(
                try seen.read(GroupEnvelope.self).group.members.map(\.accountID)
                    == ["mother", "child"])
            #expect(try await mother.state().scope.groupID == empty.id)
        }
    }

    @Test func `a forgotten account ends what it was in, and its purchases are nobody's`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let child = try fixture.device("child", "c")
            let group = try await family(fixture, mother, [(child, "child")])
            _ = try await child.granted("lifetime")
            let signed = try fixture.purchase("T1", "coins") { $0.type = "Consumable" }
            let upload = "{\"signed_transactions\":[\"\(signed)\"]}"
            #expect(try await child.post("/v1/transactions", upload).status == 200)
            #expect(try await mother.reserve("monthly").status == 409)
            let backend = fixture.caller(fixture.serviceKey)
            #expect(try await child.send(.delete, "/v1/accounts/child").status == 403)
            let pad = try fixture.device("child", "pad")
            let known = try await pad.state().etag
            async let ended = withDeadline(.seconds(10)) { try await pad.poll(known) }
            try await parked(1, fixture)
            for _ in 0..<2 {
                #expect(try await backend.send(.delete, "/v1/accounts/child").status == 204)
            }
            // At once: the device asks again, and is told why.
            #expect(try await ended.status == 304)
            #expect(try await mother.reserve("monthly").status == 201)
            let seen = try await mother.send(.get, "/v1/groups/\(group.id)")
            #expect(try seen.read(GroupEnvelope.self).group.members.map(\.accountID) == ["mother"])
            let viewer = fixture.caller(fixture.viewerKey)
            let rows = try await viewer.send(.get, "/v1/admin/transactions?transaction_id=T1")
            let ledger = try rows.read(LedgerTransactionList.self)
            #expect(ledger.transactions.count == 1)
            #expect(ledger.transactions.first?.accountID == nil)
            // A token that is still good doesn't bring it back; the backend may.
            #expect(try await child.send(.get, "/v1/state").code == "account_ended")
            #expect(try await child.reserve("lifetime").status == 401)
            let revived = try await backend.send(
                .put, "/v1/accounts/child",
                body: Array("{\"app_account_token\":\"\(UUID().uuidString)\"}".utf8))
            #expect(revived.status == 200)
            #expect(try await child.state().intents.isEmpty)
        }
    }

    @Test func `two accounts of one person become one, with all that both are in the middle of`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let old = try fixture.device("old", "o")
            let new = try fixture.device("new", "n")
            let token = try await old.granted("monthly").appAccountToken
            let second = try await new.granted("yearly")
            let backend = fixture.caller(fixture.serviceKey)
            for _ in 0..<2 {
                let merged = try await backend.post("/v1/accounts/old/merge", "{\"into\":\"new\"}")
                #expect(merged.status == 200, "\(merged.text)")
            }
            let typo = try await backend.post("/v1/accounts/old/merge", "{\"into\":\"nwe\"}")
            #expect(typo.status == 404)
            #expect(try await old.reserve("monthly").code == "account_ended")
            let state = try await new.state()
            #expect(state.intents.map(\.productID).sorted() == ["monthly", "yearly"])
            #expect(state.product("monthly")?.waiting == 1)
            // What was bought for the old account's token is the new one's.
            let signed = try fixture.purchase("T1", "monthly", token: token, expires: 3_600_000)
            let upload = "{\"signed_transactions\":[\"\(signed)\"]}"
            let other = try fixture.device("somebody", "s")
            #expect(try await other.post("/v1/transactions", upload).status == 200)
            #expect(try await new.state().entitlements.map(\.productID) == ["monthly"])
            #expect(try await new.state().intents.map(\.id) == [second.id])
        }
    }

    @Test func `a forgotten device's reservation ends, its pending request stays the account's`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let pad = try fixture.device("ann", "pad")
            _ = try await phone.state()
            _ = try await pad.state()
            let list = try await pad.send(.get, "/v1/accounts/ann/devices")
            #expect(
                try list.read(AccountDeviceList.self).devices.map(\.id).sorted()
                    == ["pad", "phone"])
            #expect(try await pad.send(.get, "/v1/accounts/bob/devices").status == 404)
            let pending = try await phone.granted("coins")
            #expect(try await phone.report(pending, #"{"result":"pending"}"#).status == 200)
            _ = try await phone.granted("lifetime")
            let path = "/v1/accounts/ann/devices/phone"
            for _ in 0..<2 { #expect(try await pad.send(.delete, path).status == 204) }
            #expect(try await pad.state().intents.map(\.id) == [pending.id])
            #expect(try await pad.reserve("lifetime").status == 201)
        }
    }

    private func put(_ device: Device, _ path: String, _ role: String) async throws
        -> HTTPClientResponse
    {
        try await device.send(
            .put, path, headers: [("Content-Type", "application/json")],
            body: Array("{\"role\":\"\(role)\"}".utf8))
    }
}
