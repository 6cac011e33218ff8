import Cryptography
package import FoundationEssentials

/// Names an account: the app's own user.
package struct AccountName: Hashable, Sendable {
    package let appID: String
    package let accountID: String

    package init(appID: String, accountID: String) {
        self.appID = appID
        self.accountID = accountID
    }

    /// The key of the account's rows, and of its own scope: derived from the names, so that nobody has
    /// to look it up (UUID version 8 of a SHA-256).
    package var key: UUID {
        var b = Array(SHA256.digest(appID + "\u{0}" + accountID).bytes.prefix(16))
        b[6] = b[6] & 0x0f | 0x80
        b[8] = b[8] & 0x3f | 0x80
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12],
                b[13], b[14], b[15]
            ))
    }
}
