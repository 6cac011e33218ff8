internal import Cryptography
package import InterlockAPI

/// Mints client tokens of one app.
package struct ClientTokenMinter: Sendable {
    /// Seconds that a token may live.
    package static let lifetimes: ClosedRange<Int64> = 1...2_592_000

    /// Why no token was made.
    package enum Failure: Error, Sendable, Equatable {
        /// Not 1 to 128 bytes, or with a NUL in it.
        case badAccount
        /// Not 1 to 128 bytes, or with a NUL in it.
        case badDevice
        /// Outside of ``lifetimes``.
        case badLifetime
        /// OpenSSL's reason.
        case signing(String)
    }

    private let appID: String
    private let key: ClientSigningKey

    package init(appID: String, key: ClientSigningKey) {
        self.appID = appID
        self.key = key
    }

    /// Mints a token that is good from now on for `lifetime` seconds.
    package func mint(
        accountID: String, deviceID: String, lifetime: Int64, now: Timestamp
    ) throws(Failure) -> MintedClientToken {
        guard Self.isName(accountID) else { throw .badAccount }
        guard Self.isName(deviceID) else { throw .badDevice }
        guard Self.lifetimes.contains(lifetime) else { throw .badLifetime }
        let expiresAt = Timestamp(seconds: now.seconds).adding(seconds: lifetime)
        let claims: JSONValue = [
            "iss": "interlock", "aud": .string(appID), "sub": .string(accountID),
            "device_id": .string(deviceID), "iat": .integer(now.seconds),
            "exp": .integer(expiresAt.seconds),
        ]
        do {
            let token = try CompactJWS.sign(
                payload: Array(claims.text.utf8), key: key.privateKey, keyID: key.keyID,
                type: "JWT")
            return MintedClientToken(token: token, expiresAt: expiresAt)
        } catch { throw .signing(error.description) }
    }

    private static func isName(_ text: String) -> Bool {
        ClientIdentity.isName(text) && !text.utf8.contains(0)
    }
}
