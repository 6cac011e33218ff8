import AppStore
import FoundationEssentials
import HTTPClient
import InterlockAPI
import StoreSigner
import Testing

/// A day at the desk: families, purchases that go well and that don't, what is stuck, and what somebody has
/// done about it. For promises that look at every screen, and for people who want to see them.
struct Sample {
    /// One attempt to buy.
    struct Attempt {
        let account: String
        let device: String
        let product: String
        let reports: [ReportRequest]
        let ago: String
        var metadata: WireValue?

        init(
            _ account: String, _ device: String, _ product: String, _ reports: [ReportRequest],
            ago: String, metadata: WireValue? = nil
        ) {
            self.account = account
            self.device = device
            self.product = product
            self.reports = reports
            self.ago = ago
            self.metadata = metadata
        }
    }

    let stage: ConsoleStage
    /// The support people, by the labels of their keys.
    private(set) var people: [String: Caller] = [:]
    private(set) var intents: [String: Intent] = [:]

    /// Fills the stage's database.
    static func fill(_ stage: ConsoleStage) async throws -> Sample {
        var sample = Sample(stage: stage)
        for label in ["Jonas, support", "Night shift", "李静（客服）"] {
            sample.people[label] = stage.caller(
                try await stage.makeKey("operator", label: label))
        }
        try await sample.makeFamily("ana.lopez", [("mia.lopez", .child), ("leo.lopez", .child)])
        try await sample.makeFamily("chen.wei", [("chen.li", .adult), ("小美", .child)])
        for attempt in attempts { try await sample.play(attempt) }
        try await sample.buyAndReturn()
        try await sample.payTwice()
        try await sample.dispute()
        try await sample.act()
        return sample
    }

    /// What one attempt is called: its account and product.
    func intent(_ account: String, _ product: String) throws -> Intent {
        try #require(intents["\(account) \(product)"])
    }

    private func makeFamily(
        _ organizer: String, _ others: [(account: String, role: GroupRole)]
    ) async throws {
        let parent = try await stage.device(organizer, "iPhone 17")
        let group = try await parent.post("/v1/groups", GroupRequest())
            .read(GroupEnvelope.self).group
        for other in others {
            let invited = try await parent.post(
                "/v1/groups/\(group.id)/invitations", InvitationRequest(role: other.role))
            let code = try invited.read(InvitationEnvelope.self).invitation.code
            let joined = try await stage.device(other.account, "iPad").post(
                "/v1/invitations/\(code)/accept", WireValue.object([:]))
            #expect(joined.status == 200, "\(joined.text)")
        }
    }

    private mutating func play(_ attempt: Attempt) async throws {
        let device = try await stage.device(attempt.account, attempt.device)
        var intent = try await device.granted(attempt.product, metadata: attempt.metadata)
        for report in attempt.reports { intent = try await device.told(intent, report) }
        try await stage.age(intent, by: attempt.ago)
        intents["\(attempt.account) \(attempt.product)"] = intent
    }
}
