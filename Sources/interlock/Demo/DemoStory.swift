import AppStore
import EventLoop
import HTTPClient
import InterlockAPI
import StoreSigner

/// The story, told line by line as it happens.
struct DemoStory: Sendable {
    private let stage: DemoStage
    private let phone: DemoDevice
    private let tablet: DemoDevice
    private let journal: DemoJournal

    init(stage: DemoStage, service: ServiceAddress, loop: EventLoop, journal: DemoJournal) {
        self.stage = stage
        self.journal = journal
        phone = DemoDevice("phone", token: stage.phone, at: service, on: loop)
        tablet = DemoDevice("tablet", token: stage.tablet, at: service, on: loop)
    }

    func play() async throws {
        Output.line("    ms  device    what happens")
        var seen = try await tablet.state()
        tell(tablet, "sees every button: \(Self.buttons(seen))")
        let intent = try await reserve(&seen)
        try await pend(intent, &seen)
        try await expire(&seen)
        try await settleLate(intent, &seen)
        try await endByTheClock(&seen)
    }

    private func reserve(_ seen: inout StateDocument) async throws -> Intent {
        async let woken = wait(seen) { Self.status($0, "lifetime") == .locked }
        let sent = ContinuousClock.now
        let intent = try await phone.intent(
            "/v1/intents",
            ReserveRequest(productID: "pro_monthly", requestID: "demo-\(stage.account)"))
        tell(phone, "reserves pro_monthly (fence \(intent.fence))")
        seen = try await told(woken, since: sent, "is woken, its buttons off")
        let refused = try await tablet.post(
            "/v1/intents", ReserveRequest(productID: "lifetime", requestID: "demo-b"))
        guard refused.status == 409 else {
            throw CommandFailure.refused("the tablet was not refused: \(refused.status)")
        }
        tell(tablet, "tries lifetime all the same: 409 locked")
        return intent
    }

    private func pend(_ intent: Intent, _ seen: inout StateDocument) async throws {
        async let woken = wait(seen) {
            $0.products.contains { $0.holder?.status == .pending }
        }
        let sent = ContinuousClock.now
        _ = try await phone.intent(
            Route.reportIntent.path(intent.id.wireText),
            ReportRequest(result: .pending, reason: .askToBuy))
        tell(phone, "reports pending: the parent is asked")
        seen = try await told(woken, since: sent, "is woken, sees it pending")
    }

    private func expire(_ seen: inout StateDocument) async throws {
        tell(phone, "hears nothing: no approval, no refusal, no event (the deadline is 3 s)")
        let sent = ContinuousClock.now
        let woken = try await wait(seen) { Self.status($0, "lifetime") == .available }
        let risks = Set(woken.0.products.flatMap(\.risks).map(\.rawValue)).sorted()
        guard !risks.isEmpty else {
            throw CommandFailure.refused("the request that may still succeed is no risk")
        }
        seen = told(
            woken, since: sent,
            "is woken by the deadline: free again, with the risk \(risks.joined(separator: ", "))")
    }

    /// Approved after all, bought when it was asked for; the transaction comes after the deadline.
    private func settleLate(_ intent: Intent, _ seen: inout StateDocument) async throws {
        let ends = StoreDate.now.milliseconds + 4_000
        let signed = try stage.signer.transaction(
            TransactionTemplate(
                transactionID: "demo-\(stage.account)", bundleID: DemoStage.bundleID,
                productID: "pro_monthly", type: "Auto-Renewable Subscription",
                purchaseDate: intent.createdAt.milliseconds + 1, expiresDate: ends,
                subscriptionGroup: "pro", appAccountToken: intent.appAccountToken.wireText))
        async let woken = wait(seen) {
            $0.entitlements.contains { $0.state == .active && $0.productID == "pro_monthly" }
        }
        let sent = ContinuousClock.now
        let answer = try await phone.post(
            Route.uploadTransactions.path(), TransactionUpload(signedTransactions: [signed]))
        let results = try WireCoding.decode(TransactionResults.self, from: answer.body)
        guard results.results.first?.intentID == intent.id else {
            throw CommandFailure.refused("the late transaction settled nothing")
        }
        tell(phone, "uploads the signed transaction, late: it settles the intent all the same")
        seen = try await told(woken, since: sent, "is woken: pro_monthly is owned on both devices")
    }

    private func endByTheClock(_ seen: inout StateDocument) async throws {
        let sent = ContinuousClock.now
        tell(tablet, "waits for the end of the subscription, 4 s after the purchase was signed")
        seen = try await told(
            wait(seen) { Self.status($0, "pro_monthly") == .available }, since: sent,
            "is woken by the clock: the subscription has ended, no event came")
    }

    private func wait(
        _ seen: StateDocument, _ isWanted: @Sendable (StateDocument) -> Bool
    ) async throws -> (StateDocument, ContinuousClock.Instant) {
        (try await tablet.state(from: seen, until: isWanted), ContinuousClock.now)
    }

    private func told(
        _ woken: (StateDocument, ContinuousClock.Instant), since sent: ContinuousClock.Instant,
        _ text: String
    ) -> StateDocument {
        tell(tablet, "\(text) (\(DemoJournal.milliseconds(woken.1 - sent)) ms after)")
        return woken.0
    }

    private func tell(_ device: DemoDevice, _ text: String) { journal.tell(device.name, text) }

    private static func status(_ state: StateDocument, _ product: String) -> ProductStatus? {
        state.products.first { $0.productID == product }?.status
    }

    private static func buttons(_ state: StateDocument) -> String {
        state.products.map { "\($0.productID) \($0.status.rawValue)" }.joined(separator: ", ")
    }
}
