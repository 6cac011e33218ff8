import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import TestSupport
import Testing

@testable import Service

@Suite("An account for administrators")
struct AccountReportPromises {
    private func report(
        _ fixture: ServiceFixture, _ id: String, key: String? = nil
    ) async throws -> HTTPClientResponse {
        try await fixture.caller(key ?? fixture.viewerKey).send(
            .get, "/v1/admin/accounts/\(PercentCoding.encode(id))")
    }

    @Test func `it shows the group, devices, intents, purchases, and what its devices see`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let id = "ann/../b ö"
            let phone = try fixture.device(id, "phone")
            let bob = try fixture.device("bob", "pad")
            let group = try await phone.post("/v1/groups", "{}").read(GroupEnvelope.self).group
            let code = try await phone.post("/v1/groups/\(group.id)/invitations", "{}")
                .read(InvitationEnvelope.self).invitation.code
            #expect(try await bob.post("/v1/invitations/\(code)/accept", "{}").status == 200)
            let bill = try fixture.purchase("T1", "lifetime")
            let upload = "{\"signed_transactions\":[\"\(bill)\"]}"
            #expect(try await phone.post("/v1/transactions", upload).status == 200)
            let intent = try await bob.granted("coins")

            let seen = try await phone.state()
            let answer = try await report(fixture, id)
            #expect(answer.status == 200, "\(answer.text)")
            let account = try answer.read(AccountReportEnvelope.self).account
            #expect(account.id == id && account.scope.groupID == group.id)
            #expect(Set(account.members.map(\.accountID)) == [id, "bob"])
            #expect(account.devices.map(\.id) == ["phone"] && account.intents.isEmpty)
            #expect(account.transactions.map(\.transactionID) == ["T1"])
            let state = try #require(account.states.first)
            #expect(state.products == seen.products && state.etag == seen.etag)
            #expect(state.product("lifetime")?.status == .owned)
            #expect(state.entitlements.map(\.productID) == ["lifetime"])

            let other = try await report(fixture, "bob").read(AccountReportEnvelope.self).account
            #expect(other.intents.map(\.id) == [intent.id])
            #expect(other.states.first?.product("coins")?.holder?.sameAccount == true)
            // Nothing that the store signed, and no key.
            #expect(!answer.text.contains("eyJ") && !answer.text.contains("ilk_"))
        }
    }

    @Test func `it is for viewers and above, of their own app, and of accounts that there are`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            _ = try await fixture.device("ann", "phone").granted("monthly")
            for key in [fixture.viewerKey, fixture.operatorKey, fixture.adminKey] {
                #expect(try await report(fixture, "ann", key: key).status == 200)
            }
            #expect(try await report(fixture, "ann", key: fixture.serviceKey).status == 403)
            #expect(try await report(fixture, "ann", key: "ilk_x").status == 401)
            #expect(try await report(fixture, "nobody").code == "not_found")
            let long = try await report(fixture, String(repeating: "a", count: 129))
            #expect(try long.status == 400 && long.read(Problem.self).field == "id")
        }
    }
}
