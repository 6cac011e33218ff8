import AppStore
import Cryptography
import FoundationEssentials
import StoreSigner
import TestSupport

@testable import Storage

/// Signs and verifies what a history tells, each distinct message once, and says in which order it
/// arrives.
struct HistoryPost: Sendable {
    /// A verified message on its way to the ledger.
    enum Parcel: Sendable {
        case fact(VerifiedFact, source: String, uploader: String?)
        case notification(StoreNotification, (inOrder: UUID, anyhow: UUID))
    }

    private let signer: StoreSigner
    private let verifier: StoreVerifier
    /// By payload.
    private var signed: [String: String] = [:]
    /// By what was signed.
    private var verified: [String: StoreTransaction] = [:]

    init(_ signer: StoreSigner, _ verifier: StoreVerifier) {
        self.signer = signer
        self.verifier = verifier
    }

    /// Gives a history's messages, in the order in which they came about.
    mutating func parcels(of history: PurchaseHistory) throws -> [Parcel] {
        // The notifications first: what they carry is verified with them.
        let told = try history.deliveries.map { delivery -> StoreNotification? in
            guard case .notification(let template) = delivery.content else { return nil }
            return try notification(template)
        }
        return try zip(history.deliveries, told).map { delivery, told in
            switch delivery.content {
            case .notification:
                guard let told, let id = told.id else { throw StorageError.defect("no id") }
                return .notification(told, (id, UUID()))
            case .transaction(let transaction, let renewal):
                let renewal = try renewal.map {
                    try verifier.renewalInfo(try sign($0.payload.text))
                }
                let transaction = try self.transaction(try sign(transaction.payload.text))
                guard let fact = VerifiedFact(transaction: transaction, renewal: renewal) else {
                    throw StorageError.defect("no fact")
                }
                return .fact(fact, source: delivery.source, uploader: delivery.uploader)
            }
        }
    }

    private mutating func sign(_ payload: String) throws -> String {
        if let known = signed[payload] { return known }
        let jws = try signer.sign(payload: Array(payload.utf8))
        signed[payload] = jws
        return jws
    }

    private mutating func transaction(_ jws: String) throws -> StoreTransaction {
        if let known = verified[jws] { return known }
        let transaction = try verifier.transaction(jws)
        verified[jws] = transaction
        return transaction
    }

    private mutating func notification(
        _ template: NotificationTemplate
    ) throws -> StoreNotification {
        var template = template
        if let transaction = template.transaction {
            let jws = try sign(transaction.payload.text)
            template.extraData["signedTransactionInfo"] = .string(jws)
            template.transaction = nil
        }
        if let renewal = template.renewalInfo {
            template.extraData["signedRenewalInfo"] = .string(try sign(renewal.payload.text))
            template.renewalInfo = nil
        }
        let notification = try verifier.notification(try signer.notification(template))
        if case .string(let jws)? = template.extraData["signedTransactionInfo"] {
            verified[jws] = notification.transaction
        }
        return notification
    }
}

extension HistoryPost {
    /// The ways in which messages are late.
    enum Way: CaseIterable {
        case anyhow, soon, backwards, bySource
    }

    /// Puts messages into another order, about a quarter of them twice or more; also what a notification
    /// carried once more, as an answer of the store's server.
    static func shuffled(
        _ parcels: [Parcel], using random: inout SeededGenerator
    ) -> [Parcel] {
        let way = Way.allCases.randomElement(using: &random) ?? .anyhow
        var late: [(at: Double, parcel: Parcel)] = []
        for (place, parcel) in parcels.enumerated() {
            let all = Double(parcels.count)
            func time() -> Double {
                switch way {
                case .anyhow: Double.random(in: 0..<all, using: &random)
                case .soon: Double(place) + Double.random(in: 0..<4, using: &random)
                case .backwards: all - Double(place)
                case .bySource: parcel.rank * all + Double.random(in: 0..<all, using: &random)
                }
            }
            late.append((time(), parcel))
            while Int.random(in: 0..<5, using: &random) == 0 {
                late.append((Double.random(in: 0..<2 * all, using: &random), parcel))
            }
            if let fact = parcel.carried, Int.random(in: 0..<10, using: &random) == 0 {
                let answer = Parcel.fact(fact, source: "store", uploader: nil)
                late.append((Double.random(in: 0..<2 * all, using: &random), answer))
            }
        }
        return late.sorted { $0.at < $1.at }.map(\.parcel)
    }
}

extension HistoryPost.Parcel {
    /// Devices first, then the store's answers, then notifications.
    fileprivate var rank: Double {
        switch self {
        case .fact(_, _, let uploader): uploader == nil ? 1 : 0
        case .notification: 2
        }
    }

    fileprivate var carried: VerifiedFact? {
        guard case .notification(let notification, _) = self else { return nil }
        return VerifiedFact(
            transaction: notification.transaction, renewal: notification.renewalInfo,
            status: notification.status)
    }
}
