import AppStore
import FoundationEssentials
import HTTPClient
import InterlockAPI
import PostgresClient
import StoreSigner
import TestSupport
import Testing

@testable import Service
@testable import Storage

// What the store, an administrator and the database's owner do in these tests.
extension ServiceFixture {
    static let hour: Int64 = 3_600_000

    /// What an account bought `ago` milliseconds ago, for the store to sign: `coins` is a consumable,
    /// `lifetime` a non-consumable, everything else a subscription that lasts `lasts` milliseconds.
    func bought(
        _ id: String, _ product: String, line: String? = nil, ago: Int64 = 0,
        lasts: Int64 = hour, token: UUID? = nil,
        change: (inout TransactionTemplate) -> Void = { _ in }
    ) -> TransactionTemplate {
        let date = StoreDate.now.milliseconds - ago
        let kinds = ["coins": "Consumable", "lifetime": "Non-Consumable"]
        var template = TransactionTemplate(
            transactionID: id, originalTransactionID: line, bundleID: Self.bundleID,
            productID: product, type: kinds[product] ?? "Auto-Renewable Subscription",
            purchaseDate: date, expiresDate: kinds[product] == nil ? date + lasts : nil,
            subscriptionGroup: kinds[product] == nil ? "G" : nil,
            appAccountToken: token?.uuidString)
        if line != nil { template.reason = "RENEWAL" }
        change(&template)
        return template
    }

    /// What the store will do when a subscription's period ends.
    func renewal(
        of transaction: TransactionTemplate, next product: String? = nil,
        change: (inout RenewalInfoTemplate) -> Void = { _ in }
    ) -> RenewalInfoTemplate {
        var template = RenewalInfoTemplate(
            originalTransactionID: transaction.originalTransactionID,
            productID: transaction.productID, autoRenewProductID: product,
            environment: transaction.environment, signedDate: StoreDate.now.milliseconds)
        change(&template)
        return template
    }

    func signed(_ template: TransactionTemplate) throws -> String {
        try signer.transaction(template)
    }

    /// A notification as the store sends it.
    func notification(
        _ kind: String, _ subtype: String? = nil, _ transaction: TransactionTemplate? = nil,
        renewal: RenewalInfoTemplate? = nil, status: Int64? = nil,
        change: (inout NotificationTemplate) -> Void = { _ in }
    ) throws -> String {
        var template = NotificationTemplate(
            kind: kind, subtype: subtype, bundleID: Self.bundleID,
            environment: transaction?.environment ?? "Sandbox",
            signedDate: StoreDate.now.milliseconds, status: status, transaction: transaction,
            renewalInfo: renewal)
        change(&template)
        return try signer.notification(template)
    }

    /// Sends a notification.
    func post(notification signed: String) async throws -> HTTPClientResponse {
        try await caller(nil).post(
            "/v1/notifications/app-store", "{\"signedPayload\":\"\(signed)\"}")
    }

    /// The store tells, and the service takes it.
    func tell(
        _ kind: String, _ subtype: String? = nil, _ transaction: TransactionTemplate? = nil,
        renewal: RenewalInfoTemplate? = nil, status: Int64? = nil
    ) async throws {
        let answer = try await post(
            notification: try notification(
                kind, subtype, transaction, renewal: renewal, status: status))
        #expect(answer.status == 200, "\(kind) \(subtype ?? ""): \(answer.text)")
    }

    /// The ledger as an administrator sees it; `query` chooses.
    func ledger(_ query: String) async throws -> [LedgerTransaction] {
        try await caller(viewerKey).send(.get, "/v1/admin/transactions?\(query)")
            .read(LedgerTransactionList.self).transactions
    }

    /// The incidents as an administrator sees them.
    func incidents(_ query: String = "status=any") async throws -> [Incident] {
        try await caller(viewerKey).send(.get, "/v1/admin/incidents?\(query)")
            .read(IncidentList.self).incidents
    }

    /// Replaces the app's deadlines, an object's members.
    func setDeadlines(_ members: String) async throws {
        try await setCatalog(
            Self.catalog.replacing("DEADLINES", with: ", \"deadlines\": {\(members)}"))
    }

    /// Replaces the app's catalog.
    func setCatalog(_ document: String) async throws {
        let admin = caller(adminKey)
        let etag = try await admin.send(.get, "/v1/admin/catalog").header("etag") ?? ""
        let answer = try await admin.send(
            .put, "/v1/admin/catalog", headers: [("If-Match", etag)], body: Array(document.utf8))
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// Runs SQL of the test itself and gives the first column of the first row.
    @discardableResult
    func ask(_ sql: String) async throws -> String? {
        try await withPool(url) { pool in
            try await pool.query(PostgresStatement(sql)).first?.optionalText(0)
        }
    }
}

extension Device {
    /// Uploads signed transactions.
    func upload(_ signed: [String]) async throws -> [TransactionResult] {
        let body = try WireCoding.encode(TransactionUpload(signedTransactions: signed))
        let answer = try await post("/v1/transactions", String(decoding: body, as: UTF8.self))
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.read(TransactionResults.self).results
    }

    /// Uploads one transaction that the store signs.
    @discardableResult
    func upload(
        _ template: TransactionTemplate, _ fixture: ServiceFixture
    ) async throws -> TransactionResult {
        try #require(try await upload([try fixture.signed(template)]).first)
    }

    /// Reports, expects it to be taken, and gives the intent as it then is.
    @discardableResult
    func told(_ intent: Intent, _ json: String) async throws -> Intent {
        let answer = try await report(intent, json)
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.read(IntentEnvelope.self).intent
    }

    /// Reports that the purchase waits for a parent.
    @discardableResult
    func pending(_ intent: Intent) async throws -> Intent {
        try await told(intent, #"{"result":"pending","reason":"ask_to_buy"}"#)
    }

    /// An intent as it is now.
    func intent(_ id: UUID) async throws -> Intent {
        try await send(.get, "/v1/intents/\(id.wireText)").read(IntentEnvelope.self).intent
    }

    func openIntents() async throws -> [Intent] {
        try await send(.get, "/v1/intents?status=open").read(IntentList.self).intents
    }

    func entitlements() async throws -> [Entitlement] {
        try await send(.get, "/v1/entitlements").read(EntitlementsDocument.self).entitlements
    }

    /// The state once it differs from the one of `etag`.
    func changed(since etag: String) async throws -> StateDocument {
        let answer = try await poll(etag)
        #expect(answer.status == 200)
        return try answer.read(StateDocument.self)
    }
}
