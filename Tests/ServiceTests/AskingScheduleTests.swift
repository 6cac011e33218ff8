import AppStore
import InterlockAPI
import Storage
import StoreSigner
import TestSupport
import Testing

@testable import AppStoreServer
@testable import Service

/// When a check comes again.
@Suite struct AskingScheduleTests {
    private static let now = StoreDate.now
    private static let hour: Int64 = 3_600_000
    private static let bundleID = "com.example.schedule"

    /// A subscription whose period ended so many hours ago, and the pause until the next question.
    struct Case: Sendable, CustomTestStringConvertible {
        let status: Int64
        let endedHoursAgo: Int64
        var graceHours: Int64?
        var isInRetry = false
        var isRevoked = false
        var renews = false
        let pause: Duration?

        var testDescription: String { "status \(status), \(endedHoursAgo) h after the end" }
    }

    static let cases = [
        Case(status: 1, endedHoursAgo: -1, pause: nil),
        Case(status: 1, endedHoursAgo: 0, pause: .seconds(12)),
        Case(status: 2, endedHoursAgo: 0, renews: true, pause: .seconds(12)),
        Case(status: 2, endedHoursAgo: 1, renews: true, pause: .seconds(86_400)),
        Case(status: 2, endedHoursAgo: 0, pause: .seconds(3_600)),
        Case(status: 2, endedHoursAgo: 1, pause: .seconds(86_400)),
        Case(status: 2, endedHoursAgo: 23, pause: .seconds(86_400)),
        Case(status: 2, endedHoursAgo: 24, pause: nil),
        Case(status: 2, endedHoursAgo: 2_000, pause: nil),
        Case(status: 3, endedHoursAgo: 0, pause: .seconds(86_400)),
        Case(status: 3, endedHoursAgo: 59 * 24, pause: .seconds(86_400)),
        Case(status: 3, endedHoursAgo: 60 * 24, pause: nil),
        Case(status: 2, endedHoursAgo: 48, isInRetry: true, pause: .seconds(86_400)),
        Case(status: 4, endedHoursAgo: 48, pause: .seconds(21_600)),
        Case(status: 3, endedHoursAgo: 48, graceHours: 5, pause: .seconds(21_600)),
        Case(status: 3, endedHoursAgo: 48, graceHours: -5, pause: .seconds(86_400)),
        Case(status: 5, endedHoursAgo: 0, isRevoked: true, pause: nil),
        Case(status: 9, endedHoursAgo: 2, pause: .seconds(86_400)),
    ]

    @Test("A subscription comes again while it may recover", arguments: cases)
    func subscription(one: Case) throws {
        let signer = try StoreSigner()
        let verifier = StoreVerifier(
            roots: TrustedRoots(certificates: [signer.root]), bundleIDs: [Self.bundleID],
            appAppleID: nil, environments: [.sandbox])
        let now = Self.now.milliseconds
        var facts = TransactionTemplate(
            transactionID: "1", bundleID: Self.bundleID, productID: "p",
            type: "Auto-Renewable Subscription", purchaseDate: now - 3_000 * Self.hour,
            expiresDate: now - one.endedHoursAgo * Self.hour)
        if one.isRevoked { facts.revocationDate = now }
        var info = RenewalInfoTemplate(
            originalTransactionID: "1", productID: "p", environment: "Sandbox", signedDate: now)
        info.autoRenews = one.renews
        info.isInBillingRetry = one.isInRetry
        info.gracePeriodExpiresDate = one.graceHours.map { now + $0 * Self.hour }
        let pause = AskingSchedule.again(
            SubscriptionStatuses.Status(rawValue: one.status),
            try verifier.transaction(try signer.transaction(facts)),
            try verifier.renewalInfo(try signer.renewalInfo(info)), now: Self.now, random: 0)
        #expect(pause == one.pause)
    }

    @Test("Around its end a subscription is asked about within seconds, then ever less often")
    func aroundTheEnd() throws {
        let signer = try StoreSigner()
        let verifier = StoreVerifier(
            roots: TrustedRoots(certificates: [signer.root]), bundleIDs: [Self.bundleID],
            appAppleID: nil, environments: [.sandbox])
        func pause(endsIn seconds: Int64, random: Double = 0) throws -> Duration? {
            let now = Self.now.milliseconds
            let facts = TransactionTemplate(
                transactionID: "1", bundleID: Self.bundleID, productID: "p",
                type: "Auto-Renewable Subscription", purchaseDate: now - Self.hour,
                expiresDate: now + seconds * 1_000)
            return AskingSchedule.again(
                .active, try verifier.transaction(try signer.transaction(facts)), nil,
                now: Self.now, random: random)
        }
        #expect(try pause(endsIn: 301) == nil)
        #expect(try pause(endsIn: 300) == .seconds(302))
        #expect(try pause(endsIn: 5, random: 0.5) == .seconds(12))
        #expect(try pause(endsIn: -3) == .seconds(12))
        #expect(try pause(endsIn: -15) == .seconds(15))
        let later = try #require(try pause(endsIn: -60, random: 0.5))
        #expect(later > .seconds(65) && later < .seconds(67))
        let last = try #require(try pause(endsIn: -3_599))
        #expect(last > .seconds(3_598) && last < .seconds(3_600))
    }

    @Test("No answer ends a check but the store's own word that it knows nothing of it")
    func nothingRestsForEver() throws {
        let schedule = AskingSchedule(configuration: AskingConfiguration())
        func pause(_ kind: StoreServerError.Kind, _ tries: Int) -> Duration? {
            let error = StoreServerError(kind, .transactionHistory, "")
            return schedule.after(
                .store(error), tries: tries, now: Self.now.timestamp, random: 0)
        }
        #expect(pause(.notFound, 1) == nil)
        for kind in [
            StoreServerError.Kind.foreignAnswer, .unavailable, .untrustedServer,
            .malformedResponse, .pageLimit,
        ] {
            #expect(pause(kind, 1) == .seconds(15), "\(kind)")
            #expect(pause(kind, .max) == .seconds(900), "\(kind)")
        }
        #expect(pause(.invalidRequest, 1) == .seconds(1_800))
        #expect(pause(.invalidRequest, .max) == .seconds(43_200))
        #expect(pause(.unauthorized, 1) == .seconds(3_240))
    }

    @Test func `failures in a row double the pause, up to half an hour, and spread`() {
        let schedule = AskingSchedule(configuration: AskingConfiguration())
        let down = AskingFailure.storage(.defect("down"))
        func pause(_ tries: Int, _ random: Double) -> Duration? {
            schedule.after(down, tries: tries, now: Self.now.timestamp, random: random)
        }
        #expect(pause(1, 0) == .seconds(15))
        #expect(pause(2, 0) == .seconds(30))
        #expect(pause(2, 0.5) == .seconds(45))
        #expect(pause(7, 0) == .seconds(900))
        #expect(pause(.max, 0) == .seconds(900))
        #expect(pause(.max, 0.999) ?? .zero < .seconds(1_800))
        let refused = AskingFailure.unusableAccess("no key")
        #expect(
            schedule.after(refused, tries: 1, now: Self.now.timestamp, random: 0.5)
                == .seconds(3_600))
        let resting = AskingFailure.resting(.seconds(100))
        #expect(
            schedule.after(resting, tries: 1, now: Self.now.timestamp, random: 0)
                == .seconds(100))
        #expect(
            schedule.after(.cancelled, tries: 5, now: Self.now.timestamp, random: 0.5) == .zero)
        #expect(schedule.notifications(random: 0) == .seconds(3_240))
    }
}
