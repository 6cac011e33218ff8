import AppStoreServer
import HTTPClient
import InterlockAPI
import Testing

@Suite("Errors")
struct ErrorTests {
    private func ask(
        _ reply: StandIn.Reply, _ change: (inout StoreServerConfiguration) -> Void = { _ in }
    ) async throws -> StoreServerError {
        var found: StoreServerError?
        try await Fixture.open({ _ in reply }, change) { fixture in
            found = await failure { () async throws(StoreServerError) in
                _ = try await fixture.client.historyPage(of: "1", in: .production)
            }
        }
        return try #require(found)
    }

    @Test(
        "404 with a code of the store is not found, or worth a repetition",
        arguments: [
            (4_040_001, false), (4_040_002, true), (4_040_003, false), (4_040_004, true),
            (4_040_005, false), (4_040_006, true), (4_040_007, false), (4_040_008, false),
            (4_040_010, false), (4_040_019, false), (4_040_099, false),
        ] as [(Int64, Bool)])
    func notFound(code: Int64, isRetryable: Bool) async throws {
        let error = try await ask(.failure(404, code: code))
        #expect(error.kind == (isRetryable ? .unavailable : .notFound))
        #expect(error.isRetryable == isRetryable)
        #expect(error.code?.rawValue == code && error.status == 404)
        #expect(error.message == "message \(code)")
        let name = isRetryable ? "unavailable" : "not_found"
        let text = "transaction_history: \(name), HTTP 404, code \(code): message \(code)"
        #expect(error.description == text)
    }

    @Test("401 is unauthorized with or without a body, and never not found")
    func unauthorized() async throws {
        let bare = try await ask(.answer(401, ""))
        #expect(bare.kind == .unauthorized && bare.status == 401 && bare.code == nil)
        let page = try await ask(.answer(401, "Unauthenticated\n\nRequest ID: X"))
        #expect(page.kind == .unauthorized)
        let odd = try await ask(.failure(401, code: 4_040_010))
        #expect(odd.kind == .unauthorized && odd.isRetryable == false)
    }

    @Test("404 without a code comes from somewhere else and says nothing about the id")
    func strange() async throws {
        for reply in [StandIn.Reply.answer(404, "<html>"), .answer(404, "{}"), .answer(404, "")] {
            let answer = try await ask(reply).kind
            #expect(answer == .foreignAnswer)
        }
        let answer = try await ask(.failure(404, code: 4_000_006)).kind
        #expect(answer == .invalidRequest)
    }

    @Test("the other statuses are told apart")
    func statuses() async throws {
        let table: [(StandIn.Reply, StoreServerError.Kind)] = [
            (.failure(400, code: 4_000_006), .invalidRequest), (.answer(403, ""), .foreignAnswer),
            (.answer(400, "{}"), .foreignAnswer), (.answer(451, "<html>"), .foreignAnswer),
            (.answer(500, ""), .unavailable), (.answer(502, "<html>"), .unavailable),
            (.failure(500, code: 5_000_000), .unavailable), (.answer(302, ""), .malformedResponse),
        ]
        for (reply, kind) in table {
            let error = try await ask(reply)
            #expect(error.kind == kind, "\(reply)")
        }
        let limited = try await ask(.failure(400, code: 4_290_000))
        #expect(limited.kind == .rateLimited(until: TestClock.start.adding(seconds: 60)))
    }

    @Test("garbage, a huge number, and deep nesting are malformed answers")
    func garbage() async throws {
        let deep = String(repeating: "[", count: 100_000)
        for body in ["", "garbage", "{", #"{"revision":1e999}"#, deep, "\u{0}", "null", "{}x"] {
            let error = try await ask(.answer(200, body))
            #expect(error.kind == .malformedResponse && !error.isRetryable, "\(body.prefix(20))")
        }
    }

    @Test("an answer beyond the limit isn't read to its end")
    func huge() async throws {
        let body = #"{"signedTransactions":["\#(String(repeating: "a", count: 200_000))"]}"#
        let error = try await ask(.answer(200, body)) { $0.responseLimit = 100_000 }
        #expect(error.kind == .malformedResponse)
    }

    @Test("a message of the store's is kept short")
    func message() async throws {
        let long = String(repeating: "x", count: 5_000)
        let error = try await ask(.answer(400, #"{"errorCode":1,"errorMessage":"\#(long)"}"#))
        #expect(error.message.count == 200)
        let marks = "e" + String(repeating: "\u{301}", count: 5_000)
        let other = try await ask(.answer(400, #"{"errorCode":1,"errorMessage":"\#(marks)"}"#))
        #expect(other.message.utf8.count < 800)
    }

    @Test("an environment that isn't configured is refused")
    func unconfigured() async throws {
        let error = try await ask(.json("{}")) { $0.endpoints[.production] = nil }
        #expect(error.kind == .invalidRequest && error.status == nil)
    }
}
