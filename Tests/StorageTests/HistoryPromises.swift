import AppStore
import EventLoop
import FoundationEssentials
import Glibc
import InterlockAPI
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Histories of purchases, generated, that reach the ledger in any order, repeated and late.
///
/// `INTERLOCK_SEED` repeats a run, `INTERLOCK_HISTORIES` makes it shorter or longer, and
/// `INTERLOCK_HISTORY` plays one history of it alone. One history in four is brought by three callers
/// at once: which of them commits first is chance.
@Suite("Histories of purchases", .serialized)
struct HistoryPromises {
    @Test("whatever the order, the copies and the delays, the ledger is that of in-order delivery")
    func anyOrderEndsInTheSameLedger() async throws {
        try await HistoryRun(count: 10_000, areTokensLate: false).run()
    }

    @Test("what waits for its account ends the same, whenever the account's token gets known")
    func whatWaitsEndsTheSame() async throws {
        try await HistoryRun(count: 1_000, areTokensLate: true).run()
    }
}

/// Delivers histories to both apps, a thousand a database, and compares.
struct HistoryRun: Sendable {
    private static let batch = 2_000

    private let seed: Seed
    private let numbers: Range<Int>
    private let areTokensLate: Bool
    private let now = StoreDate.now.milliseconds

    init(count: Int, areTokensLate: Bool, _ test: String = #function) {
        seed = Seed.make(test)
        self.areTokensLate = areTokensLate
        if let only = Self.setting("INTERLOCK_HISTORY") {
            numbers = only..<only + 1
        } else {
            numbers = 0..<(Self.setting("INTERLOCK_HISTORIES") ?? count)
        }
    }

    private static func setting(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }

    func run() async throws {
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: Self.batch) {
            let numbers = start..<min(start + Self.batch, numbers.upperBound)
            try await HistoryStage.with { stage in
                try await deliver(numbers, on: stage)
                let day: Int64 = 86_400_000
                let differences = try await HistoryLedgers.differences(
                    in: stage.storage, asOf: [now - 25 * day, now, now + 20 * day],
                    areTokensLate: areTokensLate)
                guard let first = differences.first else { return }
                let history = PurchaseHistory(
                    first.history, of: seed, products: stage.products, now: now)
                Issue.record("\(story(of: history))\n\(differences.map(\.description))")
            }
        }
    }

    /// Several histories at a time, each to both apps at once.
    private func deliver(_ numbers: Range<Int>, on stage: HistoryStage) async throws {
        let casts = numbers.map { PurchaseHistory.cast($0, of: seed) }
        try await stage.makeAccounts(casts, areTokensKnown: !areTokensLate)
        let turns = Turns(from: numbers.lowerBound)
        try await withThrowingTaskGroup { group in
            for worker in 0..<6 {
                let loop = stage.loops.loops[worker % stage.loops.loops.count]
                group.addTask(executorPreference: loop) {
                    while true {
                        let number = turns.next()
                        guard number < numbers.upperBound else { return }
                        try await deliver(number, on: stage)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func deliver(_ number: Int, on stage: HistoryStage) async throws {
        let history = PurchaseHistory(number, of: seed, products: stage.products, now: now)
        var post = HistoryPost(stage.signer, stage.verifier)
        let parcels = try post.parcels(of: history)
        async let ordered: Void = deliverInOrder(parcels, of: history.cast, on: stage)
        try await deliverAnyhow(parcels, of: history.cast, on: stage)
        try await ordered
    }

    private func deliverInOrder(
        _ parcels: [HistoryPost.Parcel], of cast: HistoryCast, on stage: HistoryStage
    ) async throws {
        for parcel in parcels { try await stage.deliver(parcel, to: HistoryCast.inOrder) }
        if areTokensLate { try await stage.claim(for: cast, in: HistoryCast.inOrder) }
    }

    private func deliverAnyhow(
        _ parcels: [HistoryPost.Parcel], of cast: HistoryCast, on stage: HistoryStage
    ) async throws {
        var random = PurchaseHistory.order(cast.number, of: seed)
        let parcels = HistoryPost.shuffled(parcels, using: &random)
        let claim = Int.random(in: 0...parcels.count, using: &random)
        let callers = Int.random(in: 0..<4, using: &random) == 0 ? 3 : 1
        let turns = Turns(from: 0)
        try await withThrowingTaskGroup { group in
            for _ in 0..<callers {
                group.addTask {
                    while true {
                        let place = turns.next()
                        if place == claim, areTokensLate {
                            try await stage.claim(for: cast, in: HistoryCast.anyhow)
                        }
                        guard place < parcels.count else { return }
                        try await stage.deliver(parcels[place], to: HistoryCast.anyhow)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// For people: what happened, and how it was told.
    private func story(of history: PurchaseHistory) -> String {
        """
        history \(history.cast.number), \(seed); INTERLOCK_HISTORY=\(history.cast.number) plays it alone
        \(history.deeds.joined(separator: "\n"))
        told, in order:
        \(history.deliveries.map(\.words).joined(separator: "\n"))
        """
    }
}

/// Gives each of several callers another number.
private final class Turns: Sendable {
    private let number: Atomic<Int>

    init(from first: Int) { number = Atomic(first) }

    func next() -> Int { number.add(1, ordering: .relaxed).oldValue }
}
