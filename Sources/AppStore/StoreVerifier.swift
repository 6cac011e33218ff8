internal import Cryptography
internal import FoundationEssentials
package import InterlockAPI

/// Verifies what the store signed, for one app: a value that is configured once and asked by any
/// number of threads.
///
/// Offline: the certificates must be valid at the date of the message (`signedDate`; of an app
/// transaction `receiptCreationDate`), or now where it has none. So an old message stays good for
/// ever, and whoever records it must go by transaction id and signed date against replays.
/// Revocation of certificates is not asked for.
///
/// Tested in this order, and the first failure is the answer: form (`invalidFormat`), certificates
/// (`invalidCertificate`), path, markers and validity (`invalidChain`), signature
/// (`invalidSignature`), app (`wrongApp`), environment (`wrongEnvironment`).
package struct StoreVerifier: Sendable {
    private let roots: TrustedRoots
    private let bundleIDs: Set<String>
    private let appAppleID: Int64?
    private let environments: Set<StoreEnvironment>
    /// Its own: chains that lead to one app's roots mean nothing to another.
    private let cache: ChainCache

    /// - Parameters:
    ///   - appAppleID: compared in notifications and app transactions of Production, which are
    ///     refused without it.
    ///   - cachedChains: how many signers are remembered; about 10 KB each.
    package init(
        roots: TrustedRoots, bundleIDs: Set<String>, appAppleID: Int64?,
        environments: Set<StoreEnvironment>, cachedChains: Int = 16
    ) {
        self.roots = roots
        self.bundleIDs = bundleIDs
        self.appAppleID = appAppleID
        self.environments = environments
        cache = ChainCache(capacity: max(1, cachedChains))
    }

    /// Verifies a signed transaction.
    package func transaction(
        _ jws: some StringProtocol, now: StoreDate = .now
    ) throws(VerificationError) -> StoreTransaction {
        try transaction(try UnverifiedStoreMessage(jws), now: now)
    }

    /// Verifies a signed transaction that has been taken apart already.
    package func transaction(
        _ message: UnverifiedStoreMessage, now: StoreDate = .now
    ) throws(VerificationError) -> StoreTransaction {
        try authenticate(message, date: try message.fields.date("signedDate") ?? now)
        let bundleID = try checkedBundleID(try message.fields.text("bundleId"))
        let environment = try checkedEnvironment(try message.fields.text("environment"))
        return try StoreTransaction(
            message.fields, bundleID: bundleID, environment: environment,
            rawPayload: message.payloadText)
    }

    /// Verifies signed renewal info. It names no app, so the caller binds it to one by its original
    /// transaction id.
    package func renewalInfo(
        _ jws: some StringProtocol, now: StoreDate = .now
    ) throws(VerificationError) -> RenewalInfo {
        let message = try UnverifiedStoreMessage(jws)
        try authenticate(message, date: try message.fields.date("signedDate") ?? now)
        if let bundleID = try message.fields.text("bundleId") { _ = try checkedBundleID(bundleID) }
        let environment = try checkedEnvironment(try message.fields.text("environment"))
        return try RenewalInfo(
            message.fields, environment: environment, rawPayload: message.payloadText)
    }

    /// Verifies a signed app transaction.
    package func appTransaction(
        _ jws: some StringProtocol, now: StoreDate = .now
    ) throws(VerificationError) -> AppTransaction {
        try appTransaction(try UnverifiedStoreMessage(jws), now: now)
    }

    /// Verifies a signed app transaction that has been taken apart already.
    package func appTransaction(
        _ message: UnverifiedStoreMessage, now: StoreDate = .now
    ) throws(VerificationError) -> AppTransaction {
        try authenticate(message, date: try message.fields.date("receiptCreationDate") ?? now)
        let bundleID = try checkedBundleID(try message.fields.text("bundleId"))
        let environmentName = try message.fields.text("receiptType")
        try checkAppAppleID(try message.fields.integer("appAppleId"), in: environmentName)
        return try AppTransaction(
            message.fields, bundleID: bundleID,
            environment: try checkedEnvironment(environmentName), rawPayload: message.payloadText)
    }

    /// Verifies a `signedPayload`, and every signed message in it.
    package func notification(
        _ jws: some StringProtocol, now: StoreDate = .now
    ) throws(VerificationError) -> StoreNotification {
        let message = try UnverifiedStoreMessage(
            jws, limit: UnverifiedStoreMessage.notificationLimit)
        return try notification(message, now: now)
    }
}

// Notifications.
extension StoreVerifier {
    /// Verifies a `signedPayload` that has been taken apart already, and every signed message in
    /// it.
    ///
    /// The nested messages are of the same app and environment, and the renewal info is of the
    /// transaction's subscription; a notification of which a part is refused is refused.
    package func notification(
        _ message: UnverifiedStoreMessage, now: StoreDate = .now
    ) throws(VerificationError) -> StoreNotification {
        let fields = message.fields
        let signedDate = try fields.date("signedDate")
        try authenticate(message, date: signedDate ?? now)
        guard let content = try NotificationContent(fields) else {
            throw .wrongApp("the notification names no app")
        }
        let bundleID = try checkedBundleID(content.bundleID)
        try checkAppAppleID(content.appAppleID, in: content.environmentName)
        let environment = try checkedEnvironment(content.environmentName)
        let nested = try nested(in: content, bundleID: bundleID, environment: environment, now: now)
        guard let kind: StoreNotification.Kind = try fields.code("notificationType") else {
            throw .invalidFormat("notificationType is missing")
        }
        let idText = try fields.text("notificationUUID")
        return StoreNotification(
            kind: kind, subtype: try fields.code("subtype"),
            id: idText.flatMap(UUID.init(uuidString:)), idText: idText,
            version: try fields.text("version"), signedDate: signedDate, bundleID: bundleID,
            appAppleID: content.appAppleID, environment: environment,
            status: try content.fields.integer("status"),
            consumptionRequestReason: try content.fields.text("consumptionRequestReason"),
            transaction: nested.transaction, renewalInfo: nested.renewalInfo,
            appTransaction: nested.appTransaction, summary: try content.summary,
            externalPurchase: try content.externalPurchase, rawPayload: message.payloadText)
    }

    private struct Nested {
        var transaction: StoreTransaction?
        var renewalInfo: RenewalInfo?
        var appTransaction: AppTransaction?
    }

    private func nested(
        in content: NotificationContent, bundleID: String, environment: StoreEnvironment,
        now: StoreDate
    ) throws(VerificationError) -> Nested {
        var nested = Nested()
        if let jws = try content.fields.text("signedTransactionInfo") {
            nested.transaction = try transaction(jws, now: now)
        }
        if let jws = try content.fields.text("signedRenewalInfo") {
            nested.renewalInfo = try renewalInfo(jws, now: now)
        }
        if let jws = try content.fields.text("signedAppTransactionInfo") {
            nested.appTransaction = try appTransaction(jws, now: now)
        }
        let named = [nested.transaction?.bundleID, nested.appTransaction?.bundleID]
        if named.contains(where: { $0 != nil && $0 != bundleID }) {
            throw .wrongApp("a nested message is of another app")
        }
        let lived = [
            nested.transaction?.environment, nested.renewalInfo?.environment,
            nested.appTransaction?.environment,
        ]
        if lived.contains(where: { $0 != nil && $0 != environment }) {
            throw .wrongEnvironment("a nested message is of another environment")
        }
        if let subscription = nested.transaction?.originalTransactionID,
            let renewed = nested.renewalInfo?.originalTransactionID, subscription != renewed
        {
            throw .invalidFormat("renewal info is of another subscription")
        }
        return nested
    }
}

// The checks that all messages share.
extension StoreVerifier {
    /// Establishes that the message was signed by a leaf under a trusted root that was valid at the
    /// date.
    private func authenticate(
        _ message: UnverifiedStoreMessage, date: StoreDate
    ) throws(VerificationError) {
        let encodedHeader = message.jws.encodedHeader
        if let chain = cache.chain(header: encodedHeader), chain.validity.contains(date.seconds) {
            return try checkSignature(message, by: chain)
        }
        let chain = try chain(for: message, date: date)
        try checkSignature(message, by: chain)
        cache.remember(header: encodedHeader, chain: chain)
    }

    private func chain(
        for message: UnverifiedStoreMessage, date: StoreDate
    ) throws(VerificationError) -> VerifiedChain {
        let header: JWSHeader
        do { header = try message.jws.header() } catch { throw .invalidFormat("header: \(error)") }
        if header.algorithm != .es256 { throw .invalidFormat("header: alg is not ES256") }
        let presented = try PresentedCertificates(header: header, roots: roots)
        if let known = cache.chain(presented.identity), known.validity.contains(date.seconds) {
            return known
        }
        let chain = try presented.validate(roots: roots, at: date.seconds)
        cache.remember(chain)
        return chain
    }

    private func checkSignature(
        _ message: UnverifiedStoreMessage, by chain: VerifiedChain
    ) throws(VerificationError) {
        do { try message.jws.verify(with: chain.leafKey) } catch {
            guard case .badSignature(let reason) = error else { throw .invalidSignature("") }
            throw .invalidSignature(reason)
        }
    }

    private func checkedBundleID(_ bundleID: String?) throws(VerificationError) -> String {
        guard let bundleID, bundleIDs.contains(bundleID) else {
            throw .wrongApp(bundleID == nil ? "bundleId is missing" : "bundleId of another app")
        }
        return bundleID
    }

    /// Compares the app's number, which counts in Production only: there is one message of the
    /// sandbox that is let by, where the sandbox is configured; under Production alone everything
    /// is compared.
    private func checkAppAppleID(
        _ number: Int64?, in environmentName: String?
    ) throws(VerificationError) {
        if environmentName == StoreEnvironment.sandbox.rawValue, environments.contains(.sandbox) {
            return
        }
        guard environments.contains(.production) else { return }
        guard let appAppleID else { throw .wrongApp("no appAppleId is configured") }
        if number != appAppleID { throw .wrongApp("appAppleId of another app") }
    }

    private func checkedEnvironment(
        _ name: String?
    ) throws(VerificationError) -> StoreEnvironment {
        guard let environment = name.flatMap(StoreEnvironment.init(rawValue:)),
            environments.contains(environment)
        else { throw .wrongEnvironment("environment is missing or another one") }
        return environment
    }
}

extension NotificationContent {
    fileprivate var summary: StoreNotification.Summary? {
        get throws(VerificationError) {
            guard place == .summary else { return nil }
            return StoreNotification.Summary(
                productID: try fields.text("productId"),
                requestIdentifier: try fields.text("requestIdentifier"),
                succeededCount: try fields.integer("succeededCount"),
                failedCount: try fields.integer("failedCount"))
        }
    }

    fileprivate var externalPurchase: StoreNotification.ExternalPurchase? {
        get throws(VerificationError) {
            guard place == .externalPurchaseToken else { return nil }
            return StoreNotification.ExternalPurchase(
                id: try fields.text("externalPurchaseId"),
                tokenCreationDate: try fields.date("tokenCreationDate"))
        }
    }
}
