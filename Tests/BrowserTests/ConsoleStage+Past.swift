import HTTPClient
import InterlockAPI
import TestSupport
import Testing

// What happened before the test began.
extension ConsoleStage {
    /// Moves an intent and its history back in time; an open one keeps the deadline that it has.
    func age(_ intent: Intent, by interval: String) async throws {
        let id = intent.id.wireText
        try await ask(
            """
            update interlock.intent set created_at = created_at - interval '\(interval)',
                updated_at = updated_at - interval '\(interval)',
                reported_at = reported_at - interval '\(interval)',
                renewable_until = renewable_until - interval '\(interval)',
                heard_at = heard_at - interval '\(interval)',
                stuck_at = stuck_at - interval '\(interval)',
                closed_at = closed_at - interval '\(interval)'
            where intent_id = '\(id)'
            """)
        try await ask(
            """
            update interlock.intent_event set at = at - interval '\(interval)'
            where intent_id = '\(id)'
            """)
    }

    /// A purchase that has waited for a parent since the day before yesterday.
    func stuck(_ account: String, _ device: String, _ product: String) async throws -> Intent {
        let phone = try await self.device(account, device)
        let intent = try await phone.granted(product)
        try await phone.told(intent, ReportRequest(result: .pending, reason: .askToBuy))
        try await age(intent, by: "40 hours")
        return intent
    }

    /// Waits until so many devices wait at the service.
    func parked(_ count: Int) async throws {
        try await eventually("\(count) polls are parked") {
            try await caller("").send(.get, "/metrics").text
                .contains("\ninterlock_parked_polls \(count)\n")
        }
    }
}
