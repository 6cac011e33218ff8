import AppStore
import Cryptography
import HTTPClient
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

@testable import FakeStore

/// The history of notifications, and the test notification.
@Suite struct NotificationHistoryTests {
    private static let path = "/inApps/v1/notifications/history"
    private static let span: [String: JSONValue] = [
        "startDate": .integer(openingTime - testDay), "endDate": .integer(openingTime + testDay),
    ]

    @Test func `it comes in pages of twenty, each notification once`() async throws {
        try await StoreFixture.with { fixture in
            for _ in 0..<45 { try fixture.buy("coins") }
            var (token, ids, sizes) = ("", Set<String>(), [Int]())
            repeat {
                let (status, page, _) = try await fixture.call(
                    .post, Self.path + token, .object(Self.span))
                #expect(status == 200)
                let items = page["notificationHistory"]?.array?.compactMap(\.object) ?? []
                for item in items {
                    let jws = try #require(item["signedPayload"]?.string)
                    ids.insert(try #require(try fixture.verifier.notification(jws).idText))
                    // Nobody was to be told.
                    #expect(item["sendAttempts"] == [])
                }
                sizes.append(items.count)
                #expect(page["hasMore"] == .bool(page["paginationToken"] != nil))
                token = (page["paginationToken"]?.string).map { "?paginationToken=\($0)" } ?? ""
            } while !token.isEmpty && sizes.count < 5
            #expect(sizes == [20, 20, 5])
            #expect(ids.count == 45)
        }
    }

    @Test func `it is filtered by type, subtype and transaction`() async throws {
        try await StoreFixture.with { fixture in
            let id = try fixture.buy("news_weekly")
            try fixture.buy("coins")
            _ = try fixture.desk.perform(.setAutoRenew(transactionID: id, isOn: false))
            let filters: [([String: JSONValue], [String])] = [
                ([:], ["SUBSCRIBED", "ONE_TIME_CHARGE", "DID_CHANGE_RENEWAL_STATUS"]),
                (["notificationType": "SUBSCRIBED"], ["SUBSCRIBED"]),
                (
                    [
                        "notificationType": "SUBSCRIBED",
                        "notificationSubtype": "RESUBSCRIBE",
                    ], []
                ),
                (["transactionId": .string(id)], ["SUBSCRIBED", "DID_CHANGE_RENEWAL_STATUS"]),
                (["onlyFailures": true], []),
                (["endDate": .integer(openingTime + 1)], ["SUBSCRIBED"]),
            ]
            for (filter, kinds) in filters {
                let body = JSONValue.object(Self.span.merging(filter) { $1 })
                let (_, page, _) = try await fixture.call(.post, Self.path, body)
                let found = try (page["notificationHistory"]?.array ?? []).map { item in
                    let jws = try #require(item.object?["signedPayload"]?.string)
                    return try fixture.verifier.notification(jws).kind.rawValue
                }
                #expect(found == kinds)
            }
        }
    }

    @Test(arguments: [
        ("{}", "", 4_000_015), (#"{"startDate":1}"#, "", 4_000_016), ("x", "", 4_000_000),
        (#"{"startDate":2,"endDate":1}"#, "", 4_000_013),
        (#"{"startDate":1,"endDate":2}"#, "", 4_000_012),
        ("SPAN", "?paginationToken=x", 4_000_014),
        (#"SPAN,"transactionId":"1","notificationType":"TEST"}"#, "", 4_000_019),
    ])
    func `wrong questions have the store's numbers`(
        body: String, query: String, code: Int
    ) async throws {
        try await StoreFixture.with { fixture in
            let span = JSONValue.object(Self.span).text
            let isWhole = body == "SPAN"
            let text = body.replacing("SPAN", with: isWhole ? span : String(span.dropLast()))
            let answer = try await fixture.connection.request(
                .post, Self.path + query, headers: [("Authorization", try fixture.bearer())],
                body: Array(text.utf8))
            #expect(answer.status == 400)
            #expect(
                try JSONReader.read(answer.body).object?["errorCode"] == .integer(Int64(code)))
        }
    }

    @Test func `a test notification is sent and its way can be followed`() async throws {
        try await StoreFixture.with { fixture in
            let none = try await fixture.call(.post, "/inApps/v1/notifications/test")
            #expect(none.status == 404)
            #expect(none.document["errorCode"] == 4_040_007)
        }
        try await Receiver.with(statuses: []) { receiver in
            try await StoreFixture.with(notifyURL: receiver.url) { fixture in
                let asked = try await fixture.call(.post, "/inApps/v1/notifications/test")
                let token = try #require(asked.document["testNotificationToken"]?.string)
                let sent = try await receiver.next()
                #expect(try fixture.verifier.notification(sent).kind == .test)
                let path = "/inApps/v1/notifications/test/\(token)"
                try await eventually("the attempt is told") {
                    try await fixture.get(path).document["firstSendAttemptResult"] == "SUCCESS"
                }
                #expect(try await fixture.get(path).document["signedPayload"] == .string(sent))
            }
        }
    }
}
