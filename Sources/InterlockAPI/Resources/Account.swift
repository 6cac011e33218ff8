public import FoundationEssentials

/// Holds an account as the vendor's backend sees it.
public struct Account: Codable, Hashable, Sendable {
    /// The app's own name for its user.
    public var id: String
    /// What the client passes to StoreKit.
    public var appAccountToken: UUID

    /// Makes an account from its parts.
    public init(id: String, appAccountToken: UUID) {
        self.id = id
        self.appAccountToken = appAccountToken
    }

    enum CodingKeys: String, CodingKey {
        case id
        case appAccountToken = "app_account_token"
    }

    /// Writes every member.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(appAccountToken.wireText, forKey: .appAccountToken)
    }
}
