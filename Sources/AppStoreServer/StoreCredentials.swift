internal import Cryptography
internal import InterlockAPI

/// Holds an in-app purchase key of App Store Connect, and signs in as one app with it.
///
/// Printing it shows the ids and never the key.
package struct StoreCredentials: Sendable, CustomStringConvertible {
    /// Why credentials are refused.
    package enum Failure: Error, Sendable, Equatable {
        /// Not 1 to 255 bytes of visible ASCII.
        case badIssuerID
        /// Not 1 to 255 bytes of visible ASCII.
        case badKeyID
        /// Not 1 to 255 bytes of visible ASCII.
        case badBundleID
        /// No PEM private key, or no P-256 one; the reason is ours or OpenSSL's.
        case badKey(String)
    }

    /// Seconds that a token is good for; the store takes 3600 at most.
    package static let tokenLifetime: Int64 = 300
    static let audience = "appstoreconnect-v1"

    package let issuerID: String
    package let keyID: String
    package let bundleID: String
    private let key: Secret<PrivateKey>

    /// Takes the ids that App Store Connect shows, and the text of the `.p8` file.
    package init(
        issuerID: String, keyID: String, bundleID: String, privateKey pem: String
    ) throws(Failure) {
        guard Self.isID(issuerID) else { throw .badIssuerID }
        guard Self.isID(keyID) else { throw .badKeyID }
        guard Self.isID(bundleID) else { throw .badBundleID }
        // Both forms of it say so; nobody could ask for a passphrase later.
        guard !pem.contains("ENCRYPTED") else {
            throw .badKey(
                "it is encrypted with a passphrase, as the store gives none out: take the original, "
                    + "or decrypt it with `openssl pkcs8 -in FILE -out PLAIN`")
        }
        let key: PrivateKey
        do { key = try PrivateKey(pem: pem) } catch { throw .badKey(error.description) }
        guard key.publicKey.kind == .p256 else { throw .badKey("not a P-256 key") }
        (self.issuerID, self.keyID, self.bundleID) = (issuerID, keyID, bundleID)
        self.key = Secret(key)
    }

    package var description: String {
        "StoreCredentials(issuer \(issuerID), key \(keyID), bundle \(bundleID), \(key))"
    }

    /// Makes a token for one request (RFC 7519, ES256), good from now on for ``tokenLifetime``.
    ///
    /// Each attempt gets a new one, as the store advises: signing costs next to nothing beside a
    /// request, and a token that is never kept can't expire on its way or outlive its key.
    ///
    /// Source: https://developer.apple.com/documentation/appstoreserverapi/generating-json-web-tokens-for-api-requests
    func token(now: Timestamp) throws(OpenSSLError) -> Secret<String> {
        let claims: JSONValue = [
            "iss": .string(issuerID), "iat": .integer(now.seconds),
            "exp": .integer(now.adding(seconds: Self.tokenLifetime).seconds),
            "aud": .string(Self.audience), "bid": .string(bundleID),
        ]
        return Secret(
            try CompactJWS.sign(
                payload: Array(claims.text.utf8), key: key.expose(), keyID: keyID, type: "JWT"))
    }

    /// Whether a text can be an issuer's, a key's or a bundle's id: 1 to 255 bytes of visible ASCII.
    package static func isID(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
