import AppStoreServer
import FoundationEssentials
import InterlockAPI
import Storage
import TestSupport
import Testing

@testable import FakeStore
@testable import Service

/// How nodes share the asking, and how they stop.
@Suite("Asking with several nodes", .serialized)
struct AskingNodesPromises {
    private static let patience = Duration.seconds(60)

    @Test func `two nodes share the checks, and none is made twice`() async throws {
        let customers = 40
        try await AskingStage.with(daysBack: 40) { stage in
            var signed: [String] = []
            for customer in 0..<customers {
                signed.append(try stage.buy("monthly", "buyer-\(customer)", token: nil))
            }
            try await AskingNode.with(stage) { first in
                for (customer, text) in signed.enumerated() {
                    _ = try await first.device("account-\(customer)").upload([text])
                }
                stage.clock.set(daysBack: 0)
                stage.forgetNotifications()
                stage.fault(.slow, route: "subscriptions", delay: .milliseconds(40))
                try await AskingNode.with(stage) { second in
                    try await stage.giveAccess()
                    try await eventually("all are listed", within: Self.patience) {
                        try await stage.listed("subscription") == customers
                    }
                    try await stage.pass("1 minute")
                    let done = """
                        select count(*)::text from interlock.store_check
                        where kind = 'subscription' and due_at = 'infinity' and asked_at is not null
                        """
                    try await eventually("all are asked", within: Self.patience) {
                        try await stage.ask(done) == "\(customers)"
                    }
                    let calls = [first, second].map {
                        $0.calls("subscription_statuses", "answered")
                    }
                    #expect(calls.reduce(0, +) == customers, "\(calls)")
                    #expect(calls.allSatisfy { $0 > 0 }, "\(calls)")
                    let active = try await first.device("account-7").standing()
                    #expect(active == ["monthly": .active])
                }
            }
        }
    }

    @Test func `too many calls wait until the store says`() async throws {
        try await AskingStage.with { stage in
            let token = try await stage.token("ann")
            let text = try stage.buy("coins", "anna", token: token)
            try stage.buy("lifetime", "anna", token: token)
            stage.forgetNotifications()
            stage.fault(.rateLimited, count: 1, route: "history")
            try await stage.giveAccess()
            try await AskingNode.with(stage, configure: { $0.store.patience = .zero }) { node in
                let phone = try node.device("ann")
                _ = try await phone.upload([text])
                _ = try await phone.upload([text])
                try await eventually("refused", within: Self.patience) {
                    node.checks("account", "rate_limited") == 1
                }
                let refused = ContinuousClock.now
                try await eventually("owned", within: Self.patience) {
                    try await phone.standing()["lifetime"] == .active
                }
                // A second, but for the way from the answer to this test.
                #expect(refused.duration(to: .now) > .milliseconds(500))
                #expect(node.calls("transaction_history", "rate_limited") == 1)
                try await eventually("done", within: Self.patience) {
                    node.checks("account", "done") == 1
                }
            }
        }
    }

    @Test func `a node that stops gives back what it was asking`() async throws {
        try await AskingStage.with { stage in
            let token = try await stage.token("ann")
            let text = try stage.buy("coins", "anna", token: token)
            try stage.buy("lifetime", "anna", token: token)
            stage.forgetNotifications()
            stage.fault(.slow, count: 1, route: "history", delay: .seconds(30))
            try await stage.giveAccess()
            try await AskingNode.with(stage) { node in
                let phone = try node.device("ann")
                _ = try await phone.upload([text])
                _ = try await phone.upload([text])
                try await eventually("it is asking", within: Self.patience) {
                    try await stage.check("account", "taken_until is not null") == "true"
                }
            }
            let isFree = "taken_until is null and due_at < clock_timestamp() + interval '5 seconds'"
            let free = try await stage.check("account", isFree)
            #expect(free == "true")
            try await AskingNode.with(stage) { node in
                let phone = try node.device("ann")
                try await eventually("owned", within: Self.patience) {
                    try await phone.standing()["lifetime"] == .active
                }
            }
        }
    }

    @Test func `a long history is read by turns, and asked for again only from where it was known`()
        async throws
    {
        try await AskingStage.with { stage in
            let token = try await stage.token("ann")
            let text = try stage.buy("coins", "anna", token: token)
            for _ in 0..<44 { try stage.buy("coins", "anna", token: token) }
            stage.forgetNotifications()
            try await stage.giveAccess()
            try await AskingNode.with(stage, configure: { $0.turn = .zero }) { node in
                let phone = try node.device("ann")
                _ = try await phone.upload([text])
                _ = try await phone.upload([text])
                try await eventually("done", within: Self.patience) {
                    node.checks("account", "done") == 1
                }
                #expect(node.checks("account", "more") == 2)
                let count = "select count(*)::text from interlock.store_transaction"
                #expect(try await stage.ask(count) == "45")
                try stage.buy("lifetime", "anna", token: token)
                stage.forgetNotifications()
                let before = node.calls("transaction_history", "answered")
                let asked = try await stage.storage.checks.expect(
                    .account, stage.account("ann").key.wireText, appID: "demo", .production,
                    within: .zero, atMostEvery: .zero)
                #expect(asked)
                try await eventually("owned", within: Self.patience) {
                    try await phone.standing()["lifetime"] == .active
                }
                try await eventually("done again", within: Self.patience) {
                    node.checks("account", "done") == 2
                }
                #expect(node.calls("transaction_history", "answered") == before + 1)
            }
        }
    }
}
