package import InterlockAPI

/// Holds an app as the database has it: what verifying for it needs.
package struct AppRecord: Sendable {
    package let id: String
    package let appleID: Int64?
    package let environments: [StoreEnvironment]
    package let bundleIDs: [String]
    /// DER certificates.
    package let roots: [[UInt8]]
    /// The vendor's JWKS document.
    package let tokenKeys: [UInt8]?
    /// PKCS #8 of the key that signs minted tokens: a secret.
    package let signer: [UInt8]
    package let revision: Int64
    package let catalogRevision: Int64
    package let createdAt: Timestamp
    package let stuck: StuckRule
}

/// Describes an app to create or to change; nil leaves as it is.
package struct AppChange: Sendable {
    package var appleID: Int64?
    package var bundleIDs: [String] = []
    package var environments: [StoreEnvironment]?
    package var tokenKeys: String?
    package var roots: [[UInt8]] = []
    /// Seconds by limit; nil back to the default.
    package var stuck: [StuckRule.Limit: Int64?] = [:]

    package init() {}
}
