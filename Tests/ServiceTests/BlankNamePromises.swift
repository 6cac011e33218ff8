import HTTPClient
import InterlockAPI
import Testing

@testable import Service

@Suite("Names that nobody can see")
struct BlankNamePromises {
    @Test func `an account or device id that nobody can see is refused, wherever it comes in`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let service = fixture.caller(fixture.serviceKey)
            for blank in [" ", "\u{A0}", "\u{3000} ", "\u{200B}", "\u{2060}\u{FEFF}"] {
                for body in [
                    "{\"account_id\":\"\(blank)\",\"device_id\":\"phone\"}",
                    "{\"account_id\":\"ann\",\"device_id\":\"\(blank)\"}",
                ] {
                    let answer = try await service.post("/v1/client-tokens", body)
                    #expect(answer.status == 400, "\(body)")
                    #expect(answer.text.contains("must not be blank"), "\(answer.text)")
                }
                let path = "/v1/accounts/\(PercentCoding.encode(blank))"
                let update = try await service.send(
                    .put, path, headers: [("Content-Type", "application/json")],
                    body: Array("{}".utf8))
                #expect(update.status == 400)
                for (account, device) in [(blank, "phone"), ("ann", blank)] where blank != " " {
                    let state = try await service.send(
                        .get, "/v1/state",
                        headers: [("Interlock-Account", account), ("Interlock-Device", device)])
                    #expect(state.status == 400, "\(state.text)")
                }
                #expect(throws: (any Error).self) { try fixture.device(blank, "phone") }
                #expect(throws: (any Error).self) { try fixture.device("ann", blank) }
            }
            #expect(try await fixture.ask("select count(*)::text from interlock.account") == "0")
            _ = try fixture.device(" a", "\u{3000}b")
        }
    }
}
