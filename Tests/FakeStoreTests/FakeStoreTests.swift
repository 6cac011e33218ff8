// FakeStoreTests: each act of the stand-in store with what it tells, the pages and limits of its API,
// and how it delivers. Time is passed in; nothing sleeps.
import InterlockAPI
import StoreSigner
import Testing

@testable import FakeStore

/// The time at which every test's store opens: 2023-11-14T22:13:20Z.
let openingTime: Int64 = 1_700_000_000_000
let testDay: Int64 = 86_400_000
let testToken = "7e3fb20b-4cdb-47cc-936d-99d65f608138"

extension StoreApp {
    static let test = StoreApp(bundleID: "com.example.app", appAppleID: 1234)
}

/// A store with everything in it, and short ways to act on it.
struct Shop {
    var store: Storefront
    /// All that the developer's server was told, in order.
    var told: [NotificationTemplate] = []

    init(_ rules: StoreRules = StoreRules(), seed: UInt64 = 1) {
        store = Storefront(
            app: .test, products: StoreHistory.sampleProducts, rules: rules, seed: seed,
            now: openingTime)
    }

    @discardableResult
    mutating func act(_ act: StoreAct) throws -> StoreOutcome {
        let outcome = try store.perform(act)
        told += outcome.notifications
        return outcome
    }

    /// Buys and gives the transaction's id.
    mutating func buy(
        _ product: String, _ buyer: String = "anna", token: String? = testToken
    ) throws -> String {
        let order = StoreOrder(buyer: buyer, productID: product, appAccountToken: token)
        return try #require(try act(.buy(order)).transactions.first).transactionID
    }

    /// Lets days pass and gives what was told.
    @discardableResult
    mutating func pass(days: Double) -> [String] {
        let before = told.count
        told += store.advance(to: store.now + Int64(days * Double(testDay)))
            .flatMap(\.notifications)
        return told[before...].map(\.label)
    }

    func refusal(_ act: StoreAct) -> StoreRefusal? {
        var copy = store
        do throws(StoreRefusal) { _ = try copy.perform(act) } catch { return error }
        return nil
    }
}

extension NotificationTemplate {
    /// `TYPE` or `TYPE/SUBTYPE`.
    var label: String { subtype.map { "\(kind)/\($0)" } ?? kind }
}

extension StoreOutcome {
    var labels: [String] { notifications.map(\.label) }
}
