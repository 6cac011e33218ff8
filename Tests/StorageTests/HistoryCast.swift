import FoundationEssentials
import TestSupport

@testable import Storage

/// Who takes part in one history: customers, each with an Apple account and an account of the app.
struct HistoryCast: Sendable {
    struct Customer: Sendable {
        /// Of the Apple account, and of the account of the app.
        let name: String
        /// What the app passes to the store for the account: now one, now the other.
        let tokens: [UUID]
    }

    /// The app whose ledger hears everything in the order in which it happened.
    static let inOrder = "ordered"
    /// The app whose ledger hears it in any order, some of it again.
    static let anyhow = "shuffled"

    let number: Int
    let customers: [Customer]

    /// One customer, or two that share with each other.
    init(_ number: Int, using random: inout SeededGenerator) {
        self.number = number
        let names = Int.random(in: 0..<5, using: &random) < 2 ? ["anna", "ben"] : ["anna"]
        customers = names.map { name in
            let tokens = (0...Int.random(in: 0...1, using: &random)).map { _ in
                UUID.random(using: &random)
            }
            return Customer(name: "h\(number)-\(name)", tokens: tokens)
        }
    }

    func account(_ name: String, in app: String) -> AccountName {
        AccountName(appID: app, accountID: name)
    }
}

extension UUID {
    fileprivate static func random(using generator: inout SeededGenerator) -> UUID {
        let (a, b) = (generator.next(), generator.next())
        func byte(_ half: UInt64, _ place: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: half >> (place * 8))
        }
        return UUID(
            uuid: (
                byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3), byte(a, 4), byte(a, 5),
                byte(a, 6) & 0x0f | 0x40, byte(a, 7), byte(b, 0) & 0x3f | 0x80, byte(b, 1),
                byte(b, 2), byte(b, 3), byte(b, 4), byte(b, 5), byte(b, 6), byte(b, 7)
            ))
    }
}
