import AppStore
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import PostgresClient
import StoreSigner
import TestSupport
import Testing

@testable import Service
@testable import Storage

/// Field cases of families, and of notifications: their order, repetition, races and delays.
@Suite("Field cases: notifications", .serialized)
struct FieldCasesNotifications {
    static let hour = ServiceFixture.hour

    @Test func `of a personal and a shared subscription either entitles, and the own one is shown`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            var own = fixture.bought("1", "monthly", lasts: 2 * Self.hour)
            // A family member's transaction bears nobody's token that counts.
            var shared = fixture.bought("2", "monthly", token: UUID()) {
                $0.ownership = "FAMILY_SHARED"
            }
            try await phone.upload(shared, fixture)
            #expect(try await phone.entitlements().map(\.ownership) == [.familyShared])
            try await phone.upload(own, fixture)
            for path in ["own", "shared"] {
                let both = try await phone.entitlements()
                #expect(both.map(\.ownership) == [.purchased], "\(path)")
                #expect(both.map(\.transactionID) == ["1"])
                // One of the two ends; the other goes on.
                shared.signedDate = StoreDate.now.milliseconds
                shared.revocationDate = path == "own" ? shared.signedDate : nil
                shared.revocationType = "FAMILY_REVOKE"
                try await phone.upload(shared, fixture)
            }
            own.signedDate = StoreDate.now.milliseconds + 1
            own.expiresDate = own.purchaseDate + 1
            try await phone.upload(own, fixture)
            let left = try await phone.entitlements()
            #expect(left.map(\.state) == [.active] && left.map(\.ownership) == [.familyShared])
            #expect(left.map(\.transactionID) == ["2"])
        }
    }

    @Test(arguments: [true, false])
    func `a revocation bears the known transaction's id and counts`(
        isNotified: Bool
    ) async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let had = fixture.bought("1", "monthly") { $0.ownership = "FAMILY_SHARED" }
            try await phone.upload(had, fixture)
            func deliver(_ kind: String, _ transaction: TransactionTemplate) async throws {
                if isNotified {
                    try await fixture.tell(kind, nil, transaction)
                } else {
                    try await phone.upload(transaction, fixture)
                }
            }
            var taken = had
            taken.signedDate = had.purchaseDate + 1_000
            taken.revocationDate = had.purchaseDate + 1_000
            taken.revocationType = "FAMILY_REVOKE"
            var returned = had
            returned.signedDate = had.purchaseDate + 2_000
            let before = try await phone.state()
            try await deliver("REVOKE", taken)
            let after = try await phone.state()
            #expect(after.etag != before.etag)
            #expect(after.entitlements.map(\.state) == [.revoked])
            #expect(after.product("monthly")?.status == .available)
            try await deliver("SUBSCRIBED", had)
            #expect(try await phone.entitlements().map(\.entitled) == [false], "older words")
            try await deliver("REFUND_REVERSED", returned)
            #expect(try await phone.entitlements().map(\.state) == [.active])
            #expect(try await fixture.ledger("account_id=ann").count == 1)
        }
    }

    @Test(arguments: [true, false])
    func `the device's upload and the notification are one purchase, in either order`(
        isDeviceFirst: Bool
    ) async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            let paid = fixture.bought("1", "monthly", ago: -10, token: intent.appAccountToken)
            if isDeviceFirst {
                try await phone.upload(paid, fixture)
            } else {
                try await fixture.tell("SUBSCRIBED", "INITIAL_BUY", paid)
            }
            let first = try await phone.state()
            #expect(first.product("monthly")?.status == .owned && first.intents.isEmpty)
            if isDeviceFirst {
                try await fixture.tell("SUBSCRIBED", "INITIAL_BUY", paid)
            } else {
                #expect(try await phone.upload(paid, fixture).outcome == .known)
            }
            #expect(try await phone.state().etag == first.etag, "the second one is no news")
            #expect(try await fixture.ledger("account_id=ann").count == 1)
        }
    }

    @Test func `notifications that were missed and come later overwrite nothing newer`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let first = fixture.bought("1", "monthly", lasts: 2 * Self.hour)
            try await phone.upload(first, fixture)
            func words(_ seconds: Int64, off: Bool) throws -> String {
                var told = first
                told.signedDate = first.purchaseDate + seconds * 1_000
                told.expiresDate = first.purchaseDate + (off ? 1 : 2) * Self.hour
                let renewal = fixture.renewal(of: told) {
                    $0.signedDate = told.signedDate
                    $0.autoRenews = !off
                }
                return try fixture.notification(
                    "DID_CHANGE_RENEWAL_STATUS", nil, told, renewal: renewal
                ) { $0.signedDate = told.signedDate }
            }
            #expect(try await fixture.post(notification: try words(9, off: false)).status == 200)
            let newest = try await phone.state()
            #expect(newest.entitlements.map(\.willRenew) == [true])
            for seconds in [1, 5, 8] as [Int64] {
                let older = try words(seconds, off: true)
                #expect(try await fixture.post(notification: older).status == 200)
                #expect(try await phone.state().etag == newest.etag)
            }
            #expect(try await fixture.post(notification: try words(10, off: true)).status == 200)
            #expect(try await phone.entitlements().map(\.willRenew) == [false])
        }
    }

    @Test func `in every order of purchase, renewal and the old period's end the renewal runs`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            for (number, order) in permutations(of: [0, 1, 2]).enumerated() {
                let phone = try fixture.device("ann-\(number)", "phone")
                let token = try await phone.granted("coins").appAccountToken
                let line = "\(number)1"
                let first = fixture.bought(
                    line, "monthly", ago: Self.hour + 1_000, lasts: Self.hour, token: token)
                let renewed = fixture.bought(
                    "\(number)2", "monthly", line: line, ago: 1_000, token: token)
                let told: [(String, String?, TransactionTemplate)] = [
                    ("SUBSCRIBED", "INITIAL_BUY", first), ("DID_RENEW", nil, renewed),
                    ("EXPIRED", "VOLUNTARY", first),
                ]
                for index in order + order.reversed() {
                    try await fixture.tell(told[index].0, told[index].1, told[index].2)
                }
                let owned = try await phone.entitlements()
                #expect(owned.map(\.state) == [.active], "\(order)")
                #expect(owned.map(\.transactionID) == ["\(number)2"])
                #expect(
                    try #require(owned.first?.expiresAt).milliseconds
                        == (try #require(renewed.expiresDate)))
            }
        }
    }

    @Test(arguments: ["CONSUMPTION_REQUEST", "REFUND_DECLINED", "REFUND"])
    func `a notification about an older transaction is about that one`(
        kind: String
    ) async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let first = fixture.bought("1", "monthly", ago: Self.hour + 1_000, lasts: Self.hour)
            let renewed = fixture.bought("2", "monthly", line: "1", ago: 1_000)
            #expect(
                try await phone.upload(try [first, renewed].map { try fixture.signed($0) })
                    .map(\.outcome) == [.recorded, .recorded])
            var older = first
            older.signedDate = StoreDate.now.milliseconds + 1_000
            if kind == "REFUND" { older.revocationDate = older.signedDate }
            try await fixture.tell(kind, nil, older)
            let owned = try await phone.entitlements()
            #expect(owned.map(\.state) == [.active])
            #expect(owned.map(\.transactionID) == ["2"])
            let rows = try await fixture.ledger("original_transaction_id=1")
            #expect(rows.map { $0.revokedAt != nil } == [false, kind == "REFUND"])
        }
    }

    @Test func `notifications are answered within a second, and never after the store's patience`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let token = try await phone.granted("coins").appAccountToken
            var times: [Duration] = []
            for number in 0..<40 {
                let paid = fixture.bought("\(number)", "coins", ago: -10, token: token)
                let signed = try fixture.notification("ONE_TIME_CHARGE", nil, paid)
                let start = ContinuousClock.now
                #expect(try await fixture.post(notification: signed).status == 200)
                times.append(.now - start)
            }
            #expect(times.sorted()[20] < .seconds(1))

            // Somebody holds the account's rows: the store is told to come again, in time.
            let late = fixture.bought("late", "coins", ago: -10, token: token)
            let signed = try fixture.notification("ONE_TIME_CHARGE", nil, late)
            try await holding("select from interlock.scope for update", fixture.url) {
                let start = ContinuousClock.now
                let answer = try await fixture.post(notification: signed)
                #expect(answer.status == 503, "\(answer.text)")
                #expect(try answer.read(Problem.self).retryable)
                #expect(ContinuousClock.now - start < .seconds(28))
            }
            #expect(try await fixture.ledger("transaction_id=late").isEmpty)
            #expect(try await fixture.post(notification: signed).status == 200)
            #expect(try await fixture.ledger("transaction_id=late").count == 1)
        }
    }

    @Test func `a flood of duplicates is cheap: it changes nothing, wakes nobody and never waits`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            let paid = fixture.bought("1", "monthly", ago: -10, token: intent.appAccountToken)
            let signed = try fixture.notification("SUBSCRIBED", "INITIAL_BUY", paid)
            #expect(try await fixture.post(notification: signed).status == 200)
            let before = try await phone.state()
            // What is known touches no row of the account: not even a lock on all of them is felt.
            try await holding("select from interlock.scope for update", fixture.url) {
                let statuses = try await withThrowingTaskGroup { group in
                    for _ in 0..<8 {
                        group.addTask {
                            try await (0..<40).asyncMap { _ in
                                try await fixture.post(notification: signed).status
                            }
                        }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                #expect(statuses.count == 320 && statuses.allSatisfy { $0 == 200 })
                #expect(try await phone.upload(paid, fixture).outcome == .known)
            }
            #expect(try await phone.state().etag == before.etag)
            #expect(
                try await fixture.ask("select count(*)::text from interlock.store_notification")
                    == "1")
            #expect(try await fixture.incidents().isEmpty)
        }
    }

    @Test func `a change of plan that nobody notifies of is seen with the device's upload`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let first = fixture.bought("1", "monthly", ago: 1_000)
            try await phone.upload(first, fixture)
            let intent = try await phone.granted("yearly")
            var replaced = first
            replaced.signedDate = StoreDate.now.milliseconds
            replaced.isUpgraded = true
            let changed = fixture.bought(
                "2", "yearly", line: "1", ago: -10, lasts: 12 * Self.hour
            ) { $0.reason = "PURCHASE" }
            let results = try await phone.upload(
                try [replaced, changed].map { try fixture.signed($0) })
            #expect(results.map(\.intentID) == [nil, intent.id])
            let owned = try await phone.entitlements().filter(\.entitled)
            #expect(owned.map(\.productID) == ["yearly"])
        }
    }
}

/// Every order of some items.
func permutations(of items: [Int]) -> [[Int]] {
    guard let first = items.first else { return [[]] }
    return permutations(of: Array(items.dropFirst())).flatMap { rest in
        (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
}
