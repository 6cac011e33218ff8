import Cryptography

/// 256 random bits in a cookie, and the token for forms that follows from them.
struct ConsoleSecret: Sendable {
    private let text: Secret<String>

    /// What the database keeps.
    let digest: SHA256Digest

    /// Reads what a cookie holds; nil for what is none of ours.
    init?(_ text: String) {
        guard Base64URL.decode(text)?.count == 32 else { return nil }
        self.init(made: text)
    }

    private init(made text: String) {
        self.text = Secret(text)
        digest = SHA256.digest(text)
    }

    static func make() -> ConsoleSecret {
        ConsoleSecret(made: Base64URL.encode(SecureRandom.bytes(32)))
    }

    /// The token that every form of this secret carries; it tells nothing of the secret.
    var formToken: String {
        Base64URL.encode(SHA256.digest("interlock console form\n" + text.expose()).bytes)
    }

    /// Whether a form carries this secret's token; in constant time.
    func matches(_ token: String?) -> Bool {
        guard let token else { return false }
        return ConstantTime.equal(Array(token.utf8), Array(formToken.utf8))
    }

    /// The cookie's value, for its owner only.
    func expose() -> String { text.expose() }
}
