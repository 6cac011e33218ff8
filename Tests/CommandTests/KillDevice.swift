import HTTPClient
import InterlockAPI
import TestSupport

/// One of four devices of a family that want the same, in one account after the other.
struct KillDevice: Sendable {
    static let perFamily = 4

    let number: Int
    let stage: KillStage
    let speech: KillSpeech
    let ledger: KillLedger

    /// Buys until the service gives no answer, or one that only a service without a database gives.
    func run(_ random: SeededGenerator) async {
        var random = random
        for round in 0... {
            let account = "family-\(number / Self.perFamily)-\(round)"
            guard await buy(account, &random) else { return }
        }
    }

    private func buy(_ account: String, _ random: inout SeededGenerator) async -> Bool {
        let product = Int.random(in: 0..<KillStage.products.count, using: &random)
        let entry = KillLedger.Entry(
            account: account, device: "d\(number)", product: KillStage.products[product])
        let road = Int.random(in: 0..<4, using: &random)
        let place = ledger.asks(entry)
        guard let answer = try? await speech.reserve(entry) else { return false }
        if answer.status == 409 {
            ledger.told(place) { $0.answer = .refused }
            return true
        }
        guard answer.status == 201, let intent = try? KillSpeech.intent(answer) else {
            return false
        }
        let id = intent.id
        ledger.told(place) { $0.answer = .granted(id) }
        switch road {
        case 0: return await cancel(intent, entry, place)
        case 1: return await upload(intent, entry, place)
        default: return await report(intent, entry, place)
        }
    }

    private func cancel(_ intent: Intent, _ entry: KillLedger.Entry, _ place: Int) async -> Bool {
        let said = try? await speech.post(
            Route.reportIntent.path(intent.id.wireText), ReportRequest(result: .cancelled), entry)
        guard said?.status == 200 else { return false }
        ledger.told(place) { $0.isCancelled = true }
        return true
    }

    private func upload(_ intent: Intent, _ entry: KillLedger.Entry, _ place: Int) async -> Bool {
        let id = "T-\(entry.account)-\(entry.device)"
        guard let signed = try? stage.purchase(intent, id: id),
            let said = try? await speech.post(
                Route.uploadTransactions.path(), TransactionUpload(signedTransactions: [signed]),
                entry),
            let results = try? WireCoding.decode(TransactionResults.self, from: said.body),
            results.results.first?.intentID == intent.id
        else { return false }
        ledger.told(place) { $0.transaction = id }
        return true
    }

    private func report(_ intent: Intent, _ entry: KillLedger.Entry, _ place: Int) async -> Bool {
        let id = "T-\(entry.account)-\(entry.device)"
        guard let signed = try? stage.purchase(intent, id: id),
            let said = try? await speech.post(
                Route.reportIntent.path(intent.id.wireText),
                ReportRequest(result: .purchased, signedTransaction: signed), entry),
            said.status == 200
        else { return false }
        ledger.told(place) { $0.transaction = id }
        return true
    }
}
