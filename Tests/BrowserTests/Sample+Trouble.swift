import AppStore
import FoundationEssentials
import HTTPClient
import InterlockAPI
import StoreSigner
import Testing

// What the store and the support people did.
extension Sample {
    private static let day: Int64 = 86_400_000

    /// A subscription that a family shares, and a purchase that was refunded.
    mutating func buyAndReturn() async throws {
        let device = try await stage.device("chen.wei", "iPhone 17")
        let plan = bought("2000000912345678", "notes.pro.yearly", ago: 40 * Self.day)
        let returned = bought("2000000912349999", "notes.lifetime", ago: 9 * Self.day) {
            $0.revocationDate = $0.purchaseDate + 2 * Self.day
            $0.signedDate = $0.revocationDate
        }
        try await device.upload([plan, returned].map { try stage.signer.transaction($0) })
    }

    /// Somebody was freed, bought something else, and then the first request was approved after all.
    mutating func payTwice() async throws {
        let device = try await stage.device("nils.h", "Nils’ iPhone")
        let first = try await device.granted("notes.pro.monthly")
        try await device.told(first, ReportRequest(result: .pending, reason: .askToBuy))
        try await release(first, "Parent says it was declined, ticket 4688", "Night shift")
        let lifetime = bought("2000000955501111", "notes.lifetime", ago: 60_000)
        let late = bought("2000000955502222", "notes.pro.monthly", ago: 0) {
            $0.appAccountToken = first.appAccountToken.uuidString
        }
        try await device.upload([lifetime, late].map { try stage.signer.transaction($0) })
    }

    /// Purchases that two accounts claim, that bear another's token, that nobody claims.
    mutating func dispute() async throws {
        let disputed = try stage.signer.transaction(
            bought("2000000933337777", "notes.themes", ago: Self.day))
        for account in ["kate.obrien", "kate.work"] {
            try await stage.device(account, "Kate's iPhone").upload([disputed])
        }
        let other = try intent("u_55120", "notes.pro.yearly")
        let borrowed = bought("2000000944448888", "notes.coins.100", ago: 3_600_000) {
            $0.appAccountToken = other.appAccountToken.uuidString
        }
        try await stage.device("u_70011", "iPhone15,3").upload([
            try stage.signer.transaction(borrowed)
        ])
        let strange = bought("2000000966660000", "notes.pro.yearly", ago: 7_200_000) {
            $0.appAccountToken = UUID().uuidString
        }
        let told = NotificationTemplate(
            kind: "SUBSCRIBED", subtype: "INITIAL_BUY", bundleID: ConsoleStage.bundleID,
            signedDate: StoreDate.now.milliseconds, transaction: strange)
        let answer = try await stage.caller("").post(
            "/v1/notifications/app-store",
            NotificationBody(signedPayload: try stage.signer.notification(told)))
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// Releases, and an incident that is resolved.
    mutating func act() async throws {
        try await release(
            try intent("u_22094", "notes.pro.monthly"),
            "Customer changed phones; the old one was sold. Ticket 4702", "Jonas, support")
        try await release(
            try intent("u_55120", "notes.pro.yearly"), "客户要求取消，工单 4705", "李静（客服）")
        let jonas = try #require(people["Jonas, support"])
        let list = try await jonas.send(.get, "/v1/admin/incidents").read(IncidentList.self)
        let mismatch = try #require(list.incidents.first { $0.kind == "token_mismatch" })
        let answer = try await jonas.post(
            "/v1/admin/incidents/\(mismatch.id)/resolve",
            ResolveRequest(reason: "A friend's phone, restored from a backup. Nothing to do."))
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func release(_ intent: Intent, _ reason: String, _ who: String) async throws {
        let person = try #require(people[who])
        let path = "/v1/admin/intents/\(intent.id.wireText)"
        let etag = try #require(try await person.send(.get, path).header("etag"))
        let answer = try await person.send(
            .post, "\(path)/release",
            headers: [("If-Match", etag), ("Content-Type", "application/json")],
            body: try WireCoding.encode(ReleaseRequest(reason: reason)))
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func bought(
        _ id: String, _ product: String, ago: Int64,
        change: (inout TransactionTemplate) -> Void = { _ in }
    ) -> TransactionTemplate {
        let isPlan = product.contains(".pro.")
        let date = StoreDate.now.milliseconds - ago
        var template = TransactionTemplate(
            transactionID: id, bundleID: ConsoleStage.bundleID, productID: product,
            type: isPlan ? "Auto-Renewable Subscription" : "Non-Consumable", purchaseDate: date,
            expiresDate: isPlan ? date + 90 * Self.day : nil,
            subscriptionGroup: isPlan ? "pro" : nil)
        if product.contains("coins") { template.type = "Consumable" }
        change(&template)
        return template
    }
}
