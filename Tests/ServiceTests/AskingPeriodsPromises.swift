import FoundationEssentials
import InterlockAPI
import Storage
import StoreSigner
import TestSupport
import Testing

@testable import FakeStore
@testable import Service

/// A subscription is known from its first period to its next, also when nobody told.
@Suite("Asking about periods", .serialized)
struct AskingPeriodsPromises {
    private static let patience = Duration.seconds(60)

    private func periods(_ stage: AskingStage) async throws -> String? {
        try await stage.ask("select count(*)::text from interlock.store_transaction")
    }

    @Test func `periods that nobody told of are read from the history, and no more than once`()
        async throws
    {
        let weekly = StoreProduct(
            id: "monthly", kind: .autoRenewable, group: "G", period: ISODuration("P7D"))
        try await AskingStage.with(daysBack: 170, products: [weekly]) { stage in
            let signed = try stage.buy("monthly", "anna", token: try await stage.token("ann"))
            try await AskingNode.with(stage, configure: { $0.turn = .zero }) { node in
                _ = try await node.device("ann").upload([signed])
                // More than a page of them, with a turn a page.
                stage.clock.set(daysBack: 0)
                stage.forgetNotifications()
                try await stage.giveAccess()
                try await eventually("all periods", within: Self.patience) {
                    try await stage.pass("10 seconds")
                    return try await periods(stage) == "25"
                }
                try await eventually("at rest", within: Self.patience) {
                    try await stage.check("subscription", "due_at = 'infinity'") == "true"
                }
                #expect(node.calls("transaction_history", "answered") == 2)
                let hole = try await stage.ask(
                    """
                    select count(*)::text from generate_series(
                        now() - interval '169 days', now(), interval '1 day') as day (at)
                    where not exists (
                        select from interlock.store_transaction t
                        where t.purchased_at <= day.at and t.expires_at > day.at)
                    """)
                #expect(hole == "0")
                #expect(try await node.device("ann").standing() == ["monthly": .active])
            }
        }
    }

    @Test func `a subscription that was paused has its history read once`() async throws {
        try await AskingStage.with(daysBack: 100) { stage in
            let token = try await stage.token("ann")
            let signed = try stage.buy("monthly", "anna", token: token)
            let id = try stage.store.desk.with { state throws(StoreRefusal) in
                guard let last = state.store.buyers["anna"]?.purchases.last else {
                    throw .unknownBuyer("anna")
                }
                return state.store.purchases[last].facts.transactionID
            }
            _ = try stage.store.desk.perform(.setAutoRenew(transactionID: id, isOn: false))
            stage.clock.set(daysBack: 40)
            try stage.buy("monthly", "anna", token: token)
            stage.clock.set(daysBack: 0)
            stage.forgetNotifications()
            try await AskingNode.with(stage) { node in
                _ = try await node.device("ann").upload([signed])
                try await stage.giveAccess()
                try await eventually("known", within: Self.patience) {
                    try await stage.pass("10 seconds")
                    return try await stage.check("subscription", "place ->> 'lapses'") == "1"
                }
                let read = node.calls("transaction_history", "answered")
                try await stage.ask(
                    """
                    update interlock.store_check set due_at = clock_timestamp()
                    where kind = 'subscription' and taken_until is null
                    """)
                try await eventually("asked again", within: Self.patience) {
                    node.checks("subscription", "done") >= 2
                }
                #expect(node.calls("transaction_history", "answered") == read)
            }
        }
    }

    @Test func `whether a first upload renews is known within seconds`() async throws {
        try await AskingStage.with { stage in
            try await stage.giveAccess()
            let signed = try stage.buy("monthly", "anna", token: try await stage.token("ann"))
            stage.forgetNotifications()
            try await AskingNode.with(stage) { node in
                let phone = try node.device("ann")
                _ = try await phone.upload([signed])
                #expect(try await phone.entitlements().map(\.willRenew) == [false])
                let soon = "due_at - clock_timestamp() between '-1 minute' and '10 seconds'"
                #expect(try await stage.check("subscription", soon) == "true")
                try await eventually("it renews", within: Self.patience) {
                    try await phone.entitlements().map(\.willRenew) == [true]
                }
                // Its end is a month away.
                try await eventually("at rest", within: Self.patience) {
                    try await stage.check("subscription", "due_at = 'infinity'") == "true"
                }
                _ = try await phone.upload([signed])
                #expect(try await stage.check("subscription", "due_at = 'infinity'") == "true")
            }
        }
    }

    @Test func `a period is asked about within seconds of its end, however short it is`()
        async throws
    {
        let quick = StoreProduct(
            id: "monthly", kind: .autoRenewable, group: "G", period: ISODuration("PT6S"))
        try await AskingStage.with(products: [quick]) { stage in
            try await stage.giveAccess()
            let signed = try stage.buy("monthly", "anna", token: try await stage.token("ann"))
            stage.forgetNotifications()
            try await AskingNode.with(stage) { node in
                let phone = try node.device("ann")
                _ = try await phone.upload([signed])
                try await eventually("renewed", within: Self.patience) {
                    try await phone.standing()["monthly"] == .active
                        && node.checks("subscription", "done") >= 2
                }
                let late = try await stage.ask(
                    """
                    select count(*)::text from interlock.store_check
                    where kind = 'subscription' and due_at - asked_at > '30 seconds'
                    """)
                #expect(late == "0")
            }
        }
    }

    @Test func `the end of a period is on the list before it comes`() async throws {
        try await AskingStage.with { stage in
            let signed = try stage.buy("monthly", "anna", token: try await stage.token("ann"))
            stage.forgetNotifications()
            try await AskingNode.with(stage) { node in
                _ = try await node.device("ann").upload([signed])
                try await stage.ask(
                    "update interlock.ownership set expires_at = now() + interval '50 seconds'")
                try await stage.giveAccess()
                try await eventually("listed", within: Self.patience) {
                    try await stage.ask(
                        """
                        select (c.due_at - o.expires_at between '2 seconds' and '12 seconds')::text
                        from interlock.store_check c join interlock.ownership o
                            on o.original_transaction_id = c.subject
                        where c.kind = 'subscription'
                        """) == "true"
                }
                #expect(node.calls("subscription_statuses", "answered") == 0)
            }
        }
    }
}
