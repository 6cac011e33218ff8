import AppStore
import Authentication
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import StoreSigner
import TestSupport
import Testing

@testable import Service

@Suite("Incidents over HTTP", .serialized)
struct IncidentRoutePromises {
    /// Five lines that are nobody's, and one that two accounts claim.
    private func fill(_ fixture: ServiceFixture) async throws {
        for number in 1...5 {
            try await fixture.tell(
                "SUBSCRIBED", "INITIAL_BUY", fixture.bought("\(number)", "monthly"))
        }
        let paid = fixture.bought("9", "lifetime")
        for account in ["ann", "bob"] {
            try await fixture.device(account, "phone").upload(paid, fixture)
        }
    }

    @Test func `incidents are listed by what they are, whose and where, in pages`() async throws {
        try await ServiceFixture.with(environments: [.sandbox, .production]) { fixture in
            try await fill(fixture)
            let real = fixture.bought("7", "coins") { $0.environment = "Production" }
            for account in ["ann", "cat"] {
                try await fixture.device(account, "phone").upload(real, fixture)
            }
            let filters: [(query: String, count: Int)] = [
                ("", 7), ("status=open", 7), ("status=any", 7), ("status=resolved", 0),
                ("kind=unclaimed", 5), ("kind=owner_conflict", 2), ("kind=token_mismatch", 0),
                ("account_id=bob", 1), ("account_id=ann", 2), ("account_id=nobody", 0),
                ("environment=Production", 1), ("environment=Sandbox", 6),
                ("environment=Production&account_id=cat&kind=owner_conflict", 1),
                ("limit=200", 7),
            ]
            for (query, count) in filters {
                #expect(try await fixture.incidents(query).count == count, "\(query)")
            }
            let all = try await fixture.incidents("")
            #expect(all.map(\.openedAt) == all.map(\.openedAt).sorted(by: >), "the newest first")
            let viewer = fixture.caller(fixture.viewerKey)
            var pages: [[Incident]] = []
            var next = ""
            repeat {
                let page = try await viewer.send(.get, "/v1/admin/incidents?limit=3\(next)")
                    .read(IncidentList.self)
                pages.append(page.incidents)
                next = page.nextCursor.map { "&cursor=\($0)" } ?? ""
            } while !next.isEmpty && pages.count < 9
            #expect(pages.map(\.count) == [3, 3, 1])
            #expect(pages.flatMap(\.self).map(\.id) == all.map(\.id))
            for query in [
                "status=closed", "kind=new_thing", "environment=Xcode", "limit=0", "limit=201",
                "limit=x", "cursor=x", "cursor=1_2", "status=%ff",
            ] {
                let refused = try await viewer.send(.get, "/v1/admin/incidents?\(query)")
                #expect(refused.status == 400, "\(query): \(refused.text)")
            }
        }
    }

    @Test func `an operator resolves with a reason, once; nobody below may`() async throws {
        try await ServiceFixture.with { fixture in
            try await fill(fixture)
            let incident = try #require(try await fixture.incidents("kind=owner_conflict").first)
            let path = "/v1/admin/incidents/\(incident.id)/resolve"
            let reason = #"{"reason":"both are Ann's"}"#
            let client = try fixture.device("ann", "phone")
            for caller in [
                client, fixture.caller(fixture.viewerKey), fixture.caller(fixture.serviceKey),
            ] {
                #expect(try await caller.post(path, reason).status == 403)
            }
            for caller in [client, fixture.caller(fixture.serviceKey)] {
                #expect(try await caller.send(.get, "/v1/admin/incidents").status == 403)
            }
            #expect(try await fixture.caller(nil).post(path, reason).status == 401)
            let strange = fixture.caller(try await operatorOfAnotherApp(fixture))
            #expect(try await strange.post(path, reason).status == 404)
            let others = try await strange.send(.get, "/v1/admin/incidents?status=any")
            #expect(try others.read(IncidentList.self).incidents.isEmpty)

            let person = fixture.caller(fixture.operatorKey)
            for body in ["{}", #"{"reason":""}"#, #"{"reason":7}"#, "["] {
                #expect(try await person.post(path, body).status == 400, "\(body)")
            }
            let nothing = "/v1/admin/incidents/\(UUID().wireText)/resolve"
            for unknown in [nothing, "/v1/admin/incidents/7/resolve"] {
                #expect(try await person.post(unknown, reason).status == 404)
            }
            #expect(try await fixture.incidents("status=resolved").isEmpty)
            for body in [reason, #"{"reason":"another one"}"#] {
                let answer = try await person.post(path, body)
                let resolved = try answer.read(IncidentEnvelope.self).incident
                #expect(resolved.resolution == "both are Ann's" && resolved.resolvedAt != nil)
            }
            #expect(
                try await fixture.ask(
                    """
                    select string_agg(concat_ws(' | ', act, actor ->> 'label', reason,
                        subject ->> 'incident_id'), '; ') from interlock.audit
                    where act like 'incident.%'
                    """)
                    == "incident.resolve | operator | both are Ann's | \(incident.id)")
        }
    }

    private func operatorOfAnotherApp(_ fixture: ServiceFixture) async throws -> String {
        let (text, key) = AccessKey.generate()
        _ = try await fixture.storage.keys.create(
            key, id: UUID(), appID: "other", role: .operator, label: "other", actor: .user)
        return text.expose()
    }
}
