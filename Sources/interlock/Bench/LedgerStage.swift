import AppStore
import Authentication
import Coordination
import FoundationEssentials
import InterlockAPI
import Storage
import StoreSigner
import Synchronization

/// An app of its own for one run, and what its accounts upload.
struct LedgerStage: Sendable {
    /// A transaction on its way to the ledger.
    struct Upload: Sendable {
        let fact: VerifiedFact
        let bringer: LedgerStore.Bringer
    }

    /// Transactions of an account: a purchase and its renewals, month after month.
    static let each = 10
    private static let product = "pro_monthly"
    private static let month: Int64 = 30 * 86_400_000

    let appID: String
    private let storage: Storage
    private let bundleID: String
    private let signer: StoreSigner
    private let verifier: StoreVerifier
    /// The last period of everybody covers now, and ends when nobody measures any more.
    private let start = StoreDate.now.milliseconds - Int64(each) * month + month / 2

    /// Makes the app.
    static func make(in storage: Storage) async throws -> LedgerStage {
        let id = "bench-ledger-\(UUID().uuidString.lowercased().prefix(8))"
        let bundleID = "com.example.\(id)"
        let signer = try StoreSigner()
        var app = AppChange()
        app.bundleIDs = [bundleID]
        app.environments = [.sandbox]
        app.roots = [signer.rootCertificateDER]
        _ = try await storage.apps.create(id, app, signer: .generate(), actor: .user)
        let catalog = try Catalog(
            document: Array(
                """
                {"products": [{"product_id": "\(product)", "kind": "auto_renewable",
                    "subscription_group": "pro", "duration": "P1M"}]}
                """.utf8))
        _ = try await storage.catalogs.apply(
            catalog, appID: id, expected: nil, actor: .key(id: "bench", label: "bench"))
        let verifier = StoreVerifier(
            roots: TrustedRoots(certificates: [signer.root]), bundleIDs: [bundleID],
            appAppleID: nil, environments: [.sandbox])
        return LedgerStage(id, bundleID, in: storage, signer: signer, verifier: verifier)
    }

    private init(
        _ appID: String, _ bundleID: String, in storage: Storage, signer: StoreSigner,
        verifier: StoreVerifier
    ) {
        self.appID = appID
        self.bundleID = bundleID
        self.storage = storage
        self.signer = signer
        self.verifier = verifier
    }

    func account(_ number: Int) -> AccountName {
        AccountName(appID: appID, accountID: "account-\(number)")
    }

    /// Makes the accounts, and signs and verifies their transactions: the first periods of all, then the
    /// second ones, so that hardly ever two of one account are under way.
    func uploads(_ numbers: Range<Int>, by crew: BenchCrew) async throws -> [Upload] {
        let accounts = numbers.lowerBound / Self.each...(numbers.upperBound - 1) / Self.each
        let made = Made()
        _ = try await crew.run(Array(accounts)) { number in
            let token = try await storage.accounts.ensure(account(number)).appAccountToken
            for period in 0..<Self.each {
                let upload = try upload(of: number, period: period, token: token)
                made.uploads.withLock { $0[period, default: []].append(upload) }
            }
        }
        return made.uploads.withLock { made in
            (0..<Self.each).flatMap { made[$0] ?? [] }.prefix(numbers.count).map(\.self)
        }
    }

    private final class Made: Sendable {
        /// By period.
        let uploads = Mutex<[Int: [Upload]]>([:])
    }

    private func upload(of number: Int, period: Int, token: UUID) throws -> Upload {
        let original = 1_000_000_000_000 + number * Self.each
        let bought = start + Int64(period) * Self.month
        var template = TransactionTemplate(
            transactionID: "\(original + period)", originalTransactionID: "\(original)",
            bundleID: bundleID, productID: Self.product, type: "Auto-Renewable Subscription",
            purchaseDate: bought, expiresDate: bought + Self.month, subscriptionGroup: "pro",
            appAccountToken: token.uuidString)
        template.reason = period == 0 ? "PURCHASE" : "RENEWAL"
        template.webOrderLineItemID = template.transactionID
        template.appTransactionID = "\(original)"
        template.price = 9_990
        template.currency = "USD"
        let transaction = try verifier.transaction(try signer.transaction(template))
        guard let fact = VerifiedFact(transaction: transaction, renewal: nil) else {
            throw CommandFailure.refused("a transaction that no ledger entry can be made of")
        }
        return Upload(
            fact: fact,
            bringer: .init(appID: appID, source: "device", uploader: account(number)))
    }
}
