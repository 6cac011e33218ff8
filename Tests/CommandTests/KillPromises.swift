import EventLoop
import Glibc
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

/// The service, its PostgreSQL or both die in the middle of 32 devices that reserve and settle; what was
/// acknowledged is there afterwards.
@Suite(.serialized, .timeLimit(.minutes(1))) struct KillPromises {
    private static let devices = 32

    @Test(
        "Nothing acknowledged is lost, nothing is held twice, a repeated request gives the same intent",
        arguments: [[Victim.server], [.database], [.server, .database], [.database, .server]])
    func nothingAcknowledgedIsLost(_ victims: [Victim]) async throws {
        let seed = Seed.make("KillPromises \(victims.map(\.rawValue))")
        let stage = try KillStage()
        let service = try await KillService(dataDirectory: stage.dataDirectory)
        let key = try await stage.makeApp()
        var random = seed.generator()
        let target = Int.random(in: 80...200, using: &random)
        let ledger = KillLedger(target: target) { service.end(victims) }

        try await withLoop { loop in
            await withTaskGroup { group in
                for number in 0..<Self.devices {
                    group.addTask(executorPreference: loop) {
                        let device = KillDevice(
                            number: number, stage: stage,
                            speech: KillSpeech(service, key: key, on: loop), ledger: ledger)
                        await device.run(seed.generator(stream: UInt64(number) + 1))
                        device.speech.connection.close()
                    }
                }
            }
        }
        let entries = ledger.entries
        try #require(entries.count { $0.transaction != nil } >= target, "\(service.process.errors)")
        #expect(entries.contains { $0.answer == .refused }, "no two devices wanted the same")
        try await service.waitForEnd(of: victims)

        let again = try await KillService(dataDirectory: stage.dataDirectory)
        try await check(entries, again, key)
        again.process.send(SIGTERM)
        #expect(try await again.process.status() == 0, "\(again.process.errors)")
    }

    /// Each family on a connection of its own, its accounts one after the other.
    private func check(
        _ entries: [KillLedger.Entry], _ service: KillService, _ key: String
    ) async throws {
        let accounts = Dictionary(grouping: entries, by: \.account)
        let families = Dictionary(grouping: accounts.keys) { $0.split(separator: "-")[1] }
        try await withLoop { loop in
            try await withThrowingTaskGroup { group in
                for family in families.values {
                    group.addTask(executorPreference: loop) {
                        let speech = KillSpeech(service, key: key, on: loop)
                        defer { speech.connection.close() }
                        for account in family {
                            for entry in accounts[account] ?? [] { try await check(entry, speech) }
                            try await checkHolders(of: account, speech)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private func check(_ entry: KillLedger.Entry, _ speech: KillSpeech) async throws {
        switch entry.answer {
        case .refused: return
        case .granted(let id):
            let again = try await speech.reserve(entry)
            #expect(again.status == 200, "\(entry): \(again.status)")
            let intent = try KillSpeech.intent(again)
            #expect(intent.id == id)
            if let transaction = entry.transaction {
                #expect(intent.status == .completed && intent.transactionID == transaction)
            } else if entry.isCancelled {
                #expect(intent.status == .cancelled)
            }
        case .none:
            let first = try await speech.reserve(entry)
            if first.status == 409 { return }
            #expect([200, 201].contains(first.status), "\(entry): \(first.status)")
            let second = try await speech.reserve(entry)
            #expect(second.status == 200, "\(entry): \(second.status)")
            #expect(try KillSpeech.intent(second).id == KillSpeech.intent(first).id)
        }
    }

    /// The products exclude each other: of an account's open intents and purchases there is one at most.
    private func checkHolders(of account: String, _ speech: KillSpeech) async throws {
        let state = try await speech.state(of: account)
        let owned = state.entitlements.count { $0.state == .active }
        #expect(state.intents.count + owned <= 1, "\(account): \(state)")
    }
}
