internal import Cryptography
package import InterlockAPI

/// Verifies client tokens of one app: a value that is configured once, with the clock passed in.
///
/// A token is a JWT (RFC 7519) by ES256, RS256 or EdDSA whose key is the app's. Required are `sub`,
/// the account, and `device_id`, 1 to 128 bytes each; `aud`, the app, alone or among others; and
/// `exp`. `nbf` and `iat` may lie 60 seconds in the future, because clocks differ; `exp` has no
/// such grace.
package struct ClientTokenVerifier: Sendable {
    /// Seconds by which `nbf` and `iat` may be ahead.
    package static let leeway: Int64 = 60
    /// The last second of the year 9999; no `exp` lies behind it.
    private static let latest = 253_402_300_799.0

    private let appID: String
    private let keys: ClientTokenKeys

    package init(appID: String, keys: ClientTokenKeys) {
        self.appID = appID
        self.keys = keys
    }

    /// Verifies a token.
    package func verify(
        _ token: String, now: Timestamp
    ) throws(ClientTokenError) -> ClientIdentity {
        try verify(try UnverifiedClientToken(token), now: now)
    }

    /// Verifies a token that has been taken apart already.
    package func verify(
        _ token: UnverifiedClientToken, now: Timestamp
    ) throws(ClientTokenError) -> ClientIdentity {
        if !token.claimedAudiences.contains(appID) { throw .wrongAudience }
        let key = try keys.key(for: token.header)
        do { try token.jws.verify(with: key, header: token.header) } catch {
            throw error == .algorithmMismatch ? .wrongAlgorithm : .badSignature
        }
        guard let expiresAt = try Self.time("exp", of: token) else { throw .badClaim("exp") }
        if now >= expiresAt { throw .expired }
        let latestStart = now.adding(seconds: Self.leeway)
        for name in ["nbf", "iat"] {
            if let start = try Self.time(name, of: token), start > latestStart {
                throw .notYetValid
            }
        }
        return ClientIdentity(
            appID: appID, accountID: try Self.name("sub", of: token),
            deviceID: try Self.name("device_id", of: token), expiresAt: expiresAt)
    }

    private static func time(
        _ claim: String, of token: UnverifiedClientToken
    ) throws(ClientTokenError) -> Timestamp? {
        guard let value = token.claims[claim] else { return nil }
        guard let seconds = value.double, (0...latest).contains(seconds) else {
            throw .badClaim(claim)
        }
        return Timestamp(microseconds: Int64(seconds * 1_000_000))
    }

    private static func name(
        _ claim: String, of token: UnverifiedClientToken
    ) throws(ClientTokenError) -> String {
        guard let name = token.claims[claim]?.string, ClientIdentity.isName(name) else {
            throw .badClaim(claim)
        }
        return name
    }
}
