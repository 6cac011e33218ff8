import HTTPClient
import InterlockAPI
import Testing

@testable import Service

@Suite("What the console has no page for")
struct ConsoleStrayPromises {
    @Test(arguments: [
        (HTTPConnection.Method.get, "/admin/nope", 404, "no page at this address", "没有此网址"),
        (.get, "/admin/locks/", 404, "no page at this address", "没有此网址"),
        (.get, "/admin/locks/release/act", 405, "takes forms only", "只接受表单"),
        (.put, "/admin/locks", 405, "takes forms only", "只接受表单"),
        (.post, "/admin/keys", 413, "That is too large", "内容过大"),
    ])
    func `what the console has no page for looks like the console`(
        _ method: HTTPConnection.Method, _ path: String, _ status: Int, _ english: String,
        _ chinese: String
    ) async throws {
        try await ServiceFixture.with { fixture in
            let body = status == 413 ? [UInt8](repeating: 0x61, count: 20_000) : []
            for (language, words) in [("en", english), ("zh-CN", chinese)] {
                let answer = try await fixture.caller(nil).send(
                    method, path, headers: [("Accept-Language", language)], body: body)
                #expect(answer.status == status && answer.text.contains(words), "\(answer.text)")
                expectConsole(answer)
            }
            let outside = try await fixture.caller(nil).send(method, "/administration")
            #expect(outside.header("content-type") == "application/problem+json")
        }
    }

    @Test func `an address that is too long looks like the console, and its front door leads in`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let long = "/admin/search?q=" + String(repeating: "a", count: 9_000)
            let answer = try await fixture.caller(nil).send(.get, long)
            #expect(answer.status == 414 && answer.text.contains("The address is too long"))
            expectConsole(answer)
            let door = try await fixture.caller(nil).send(.get, "/admin/")
            #expect(door.status == 303 && door.header("location") == "/admin")
            let other = "/v1/state?q=" + String(repeating: "a", count: 9_000)
            let problem = try await fixture.caller(nil).send(.get, other)
            #expect(problem.status == 414 && problem.code == "target_too_long")
        }
    }

    private func expectConsole(_ answer: HTTPClientResponse) {
        #expect(answer.header("content-security-policy") == ConsolePage.policy)
        #expect(answer.header("x-content-type-options") == "nosniff")
        #expect(answer.header("referrer-policy") == "no-referrer")
        #expect(answer.header("cache-control") == "no-store")
        #expect(answer.header("content-type") == "text/html; charset=utf-8")
        #expect(answer.text.contains("href=\"/admin\"") && foreignMarkup(in: answer.text).isEmpty)
    }
}
