/// Wraps an invitation; its code is shown this once.
public struct InvitationEnvelope: Codable, Hashable, Sendable {
    /// Shows an invitation to who made it.
    public struct Invitation: Codable, Hashable, Sendable {
        /// Its id, by which it is revoked: a UUID in lower case.
        public var id: String
        /// What the invited account has to know: 22 characters, 128 bits of chance.
        public var code: String
        /// Until when it can be used.
        public var expiresAt: Timestamp

        /// Makes it from its parts.
        public init(id: String, code: String, expiresAt: Timestamp) {
            self.id = id
            self.code = code
            self.expiresAt = expiresAt
        }

        enum CodingKeys: String, CodingKey {
            case id, code
            case expiresAt = "expires_at"
        }
    }

    /// The invitation.
    public var invitation: Invitation

    /// Wraps it.
    public init(invitation: Invitation) { self.invitation = invitation }
}
