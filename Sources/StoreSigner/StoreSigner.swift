// StoreSigner: an own little store, for tests, demonstrations and a stand-in of the App Store.
//
// It signs transactions, renewal infos and notifications under a root of its own, with the store's
// markers in its certificates; also wrong ones, if asked. Nothing trusts its root unless an app is
// configured with it. It may import Cryptography and Glibc.
package import Cryptography

/// Signs messages as the store does, under a root of its own.
package struct StoreSigner: Sendable {
    package let root: Certificate
    package let intermediate: Certificate
    package let leaf: Certificate
    let rootKey: PrivateKey
    let leafKey: PrivateKey

    /// Makes new keys and certificates.
    package init(_ options: StoreSignerOptions = StoreSignerOptions()) throws(OpenSSLError) {
        let rootKey = try PrivateKey.generate(.p256)
        let root = try options.rootTemplate.issue(for: rootKey.publicKey, signer: rootKey)
        try self.init(root: root, rootKey: rootKey, options: options)
    }

    /// Makes another intermediate and leaf under the same root.
    package func sibling(
        _ options: StoreSignerOptions = StoreSignerOptions()
    ) throws(OpenSSLError) -> StoreSigner {
        try StoreSigner(root: root, rootKey: rootKey, options: options)
    }

    private init(
        root: Certificate, rootKey: PrivateKey, options: StoreSignerOptions
    ) throws(OpenSSLError) {
        let intermediateKey = try PrivateKey.generate(.p256)
        let leafKey = try PrivateKey.generate(options.leafKind)
        let intermediate = try options.intermediateTemplate.issue(
            for: intermediateKey.publicKey, issuer: root, signer: rootKey)
        let leaf = try options.leafTemplate.issue(
            for: leafKey.publicKey, issuer: intermediate, signer: intermediateKey)
        self.init(
            root: root, intermediate: intermediate, leaf: leaf, rootKey: rootKey, leafKey: leafKey)
    }

    init(
        root: Certificate, intermediate: Certificate, leaf: Certificate, rootKey: PrivateKey,
        leafKey: PrivateKey
    ) {
        self.root = root
        self.intermediate = intermediate
        self.leaf = leaf
        self.rootKey = rootKey
        self.leafKey = leafKey
    }

    /// What an app is configured with to trust this store.
    package var rootCertificateDER: [UInt8] { root.der }

    /// The texts of `x5c`: leaf, intermediate, root.
    package var certificateChain: [String] {
        [leaf, intermediate, root].map { Base64.encode($0.der) }
    }

    /// Signs any bytes, under the usual header or with other certificates in it.
    package func sign(
        payload: [UInt8], certificateChain: [String]? = nil
    ) throws(OpenSSLError) -> String {
        try CompactJWS.sign(
            payload: payload, key: leafKey,
            certificateChain: certificateChain ?? self.certificateChain)
    }

    /// Signs a JSON value.
    package func sign(_ payload: JSONValue) throws(OpenSSLError) -> String {
        try sign(payload: Array(payload.text.utf8))
    }

    /// Signs any bytes under a header of the caller's own making.
    package func sign(payload: [UInt8], headerJSON: String) throws(OpenSSLError) -> String {
        try CompactJWS.sign(payload: payload, headerJSON: headerJSON, key: leafKey)
    }

    /// Signs a transaction.
    package func transaction(_ template: TransactionTemplate) throws(OpenSSLError) -> String {
        try sign(template.payload)
    }

    /// Signs renewal info.
    package func renewalInfo(_ template: RenewalInfoTemplate) throws(OpenSSLError) -> String {
        try sign(template.payload)
    }

    /// Signs an app transaction.
    package func appTransaction(
        _ template: AppTransactionTemplate
    ) throws(OpenSSLError) -> String {
        try sign(template.payload)
    }

    /// Signs a notification, and first what it carries: the `signedPayload` of the store's request.
    package func notification(_ template: NotificationTemplate) throws(OpenSSLError) -> String {
        var fields = template.fields
        if let transaction = template.transaction {
            fields["signedTransactionInfo"] = .string(try self.transaction(transaction))
        }
        if let renewalInfo = template.renewalInfo {
            fields["signedRenewalInfo"] = .string(try self.renewalInfo(renewalInfo))
        }
        if case .appData(let appTransaction) = template.content {
            fields["signedAppTransactionInfo"] = .string(try self.appTransaction(appTransaction))
        }
        for (name, value) in template.extraData { fields[name] = value }
        return try sign(template.payload(fields: fields))
    }
}
