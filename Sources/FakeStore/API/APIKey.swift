package import Cryptography

/// The key with which the developer's server signs its calls, and what else such a call must say.
package struct APIKey: Sendable {
    package let issuerID: String
    package let keyID: String
    package let publicKey: PublicKey

    package init(issuerID: String, keyID: String, publicKey: PublicKey) {
        self.issuerID = issuerID
        self.keyID = keyID
        self.publicKey = publicKey
    }

    /// The longest life of a token, in seconds.
    static let longestLife: Int64 = 3_600
    /// How far the caller's clock may be ahead, in seconds.
    static let clockSkew: Int64 = 60

    /// Whether the value of an Authorization field is a good token for an app, at a time in seconds.
    func accepts(_ authorization: String?, bundleID: String, at now: Int64) -> Bool {
        guard let authorization, authorization.hasPrefix("Bearer "),
            let jws = try? CompactJWS(authorization.dropFirst(7), limit: 8 * 1_024),
            let header = try? jws.header(), header.algorithm == .es256, header.keyID == keyID,
            header.type == nil || header.type == "JWT",
            (try? jws.verify(with: publicKey, header: header)) != nil,
            let claims = try? JSONReader.read(jws.payload).object
        else { return false }
        guard claims["iss"]?.string == issuerID, claims["bid"]?.string == bundleID,
            claims["aud"]?.string == "appstoreconnect-v1", let issued = claims["iat"]?.integer,
            let expires = claims["exp"]?.integer
        else { return false }
        let (life, overflow) = expires.subtractingReportingOverflow(issued)
        return !overflow && (1...Self.longestLife).contains(life) && now < expires
            && issued <= now + Self.clockSkew
    }
}
