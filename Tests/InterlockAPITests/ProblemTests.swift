import InterlockAPI
import Testing

@Suite struct ProblemTests {
    @Test(
        "Each code of the contract has its status",
        arguments: [
            ("request_id_reused", 422), ("unknown_product", 422), ("owned", 409),
            ("locked", 409), ("too_many_open", 429), ("lock_lost", 409), ("intent_closed", 409),
            ("verification_failed", 422), ("transaction_mismatch", 409), ("unknown_app", 422),
            ("token_in_use", 409), ("unauthenticated", 401), ("token_expired", 401),
            ("forbidden", 403), ("not_found", 404), ("method_not_allowed", 405),
            ("malformed_json", 400), ("invalid_request", 400), ("environment_required", 400),
            ("precondition_failed", 412), ("payload_too_large", 413),
            ("unsupported_media_type", 415), ("headers_too_large", 431), ("rate_limited", 429),
            ("internal", 500), ("unavailable", 503), ("not_renewable", 409), ("not_pending", 409),
        ])
    func statuses(code: String, status: Int) throws {
        #expect(try #require(ProblemCode(rawValue: code)).status == status)
    }

    @Test("Every code has a title of its own, and only errors have codes")
    func table() {
        let titles = ProblemCode.allCases.map(\.title)
        #expect(Set(titles).count == titles.count)
        #expect(ProblemCode.allCases.allSatisfy { (400...599).contains($0.status) })
        #expect(ProblemCode.unavailable.retryable)
        #expect(ProblemCode.locked.retryable)
        #expect(!ProblemCode.owned.retryable)
        #expect(!ProblemCode.invalidRequest.retryable)
    }

    @Test("A problem has the members of RFC 9457 and of the contract, others only where they help")
    func golden() throws {
        let plain = Problem(.notFound, "No such intent.", requestID: "q-1")
        #expect(
            try json(plain)
                == #"{"code":"not_found","detail":"No such intent.","request_id":"q-1","#
                + #""retryable":false,"status":404,"title":"Not found","#
                + #""type":"urn:interlock:problem:not_found"}"#)
        let locked = Problem(.locked, holder: Sample.holder)
        let text = try json(locked)
        #expect(text.contains(#""holder":"# + Sample.holderJSON))
        #expect(text.contains(#""request_id":null"#))
        #expect(!text.contains(#""owned":"#) && !text.contains(#""field":"#))
        #expect(try read(Problem.self, text) == locked)
    }

    @Test("A code of the future is kept and known to be unknown")
    func openCode() throws {
        let text =
            #"{"code":"new","detail":"d","request_id":null,"retryable":true,"status":409,"#
            + #""title":"t","type":"urn:interlock:problem:new"}"#
        let problem = try read(Problem.self, text)
        #expect(problem.knownCode == nil)
        #expect(try json(problem) == text)
    }
}
