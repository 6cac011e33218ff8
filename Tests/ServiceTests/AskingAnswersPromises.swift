import FoundationEssentials
import InterlockAPI
import Storage
import TestSupport
import Testing

@testable import FakeStore
@testable import Service

/// Only the store's own word puts a check to rest.
@Suite("Asking through strangers", .serialized)
struct AskingAnswersPromises {
    private static let patience = Duration.seconds(60)

    @Test func `what a proxy answers puts no check to rest`() async throws {
        try await AskingStage.with(daysBack: 40) { stage in
            let token = try await stage.token("ann")
            let monthly = try stage.buy("monthly", "anna", token: token)
            stage.clock.set(daysBack: 0)
            try stage.buy("lifetime", "anna", token: token)
            stage.forgetNotifications()
            for kind in [FaultPlan.Kind.proxyNotFound, .proxyForbidden] {
                for route in ["history", "subscriptions"] {
                    stage.fault(kind, count: 2, route: route)
                }
            }
            try await AskingNode.with(stage) { node in
                let phone = try node.device("ann")
                _ = try await phone.upload([monthly])
                try await stage.giveAccess()
                _ = try await phone.upload([monthly])
                try await eventually("met a proxy", within: Self.patience) {
                    try await stage.pass("1 minute")
                    return node.checks("account", "foreign_answer") >= 4
                        && node.checks("subscription", "foreign_answer") >= 3
                }
                try await eventually("owned in the end", within: Self.patience) {
                    try await stage.pass("1 minute")
                    return try await phone.standing()
                        == ["lifetime": .active, "monthly": .active]
                }
                #expect(node.checks("account", "not_found") == 0)
            }
        }
    }

    @Test func `what the store does not know is asked again once the app's access changes`()
        async throws
    {
        try await AskingStage.with { stage in
            let before = stage.store.desk.with { $0.store }
            let signed = try stage.buy("coins", "anna", token: try await stage.token("ann"))
            try stage.buy("lifetime", "anna", token: try await stage.token("ann"))
            stage.forgetNotifications()
            // Another store than the one where it was bought.
            let after = stage.store.desk.with { state in
                defer { state.store = before }
                return state.store
            }
            try await stage.giveAccess()
            try await AskingNode.with(stage) { node in
                let phone = try node.device("ann")
                for _ in 0..<2 { _ = try await phone.upload([signed]) }
                try await eventually("unknown", within: Self.patience) {
                    try await stage.check("account", "due_at = 'infinity'") == "true"
                }
                #expect(node.checks("account", "not_found") == 1)
                stage.store.desk.with { $0.store = after }
                try await stage.giveAccess()
                try await eventually("owned", within: Self.patience) {
                    try await stage.pass("1 minute")
                    return try await phone.standing()["lifetime"] == .active
                }
            }
        }
    }
}
