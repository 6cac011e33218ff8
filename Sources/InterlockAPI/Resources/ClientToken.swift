/// Holds a minted client token: the answer of `POST /v1/client-tokens`.
public struct ClientToken: Codable, Hashable, Sendable {
    /// The token (JWT), to be sent as `Authorization: Bearer`.
    public var token: String
    /// When it ends.
    public var expiresAt: Timestamp

    /// Makes the answer.
    public init(token: String, expiresAt: Timestamp) {
        self.token = token
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case token
        case expiresAt = "expires_at"
    }
}
