package import InterlockAPI

/// Says for whom a client token speaks.
package struct ClientIdentity: Sendable, Hashable {
    /// Bytes of an account's or a device's name, at most; at least one, and something of it can be seen.
    package static let nameLimit = 128

    package let appID: String
    package let accountID: String
    package let deviceID: String
    /// The token is good before this moment, not at it.
    package let expiresAt: Timestamp

    package init(appID: String, accountID: String, deviceID: String, expiresAt: Timestamp) {
        self.appID = appID
        self.accountID = accountID
        self.deviceID = deviceID
        self.expiresAt = expiresAt
    }

    static func isName(_ text: String) -> Bool {
        (1...nameLimit).contains(text.utf8.count) && Bounds.isVisible(text)
    }
}
