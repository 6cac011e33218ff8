public import FoundationEssentials

/// Sets what is the vendor's to set about an account: the body of `PUT /v1/accounts/{id}`.
public struct AccountUpdate: WireRequest {
    /// The account's own app account token; earlier ones stay the account's too.
    public var appAccountToken: UUID

    /// Makes an update.
    public init(appAccountToken: UUID) { self.appAccountToken = appAccountToken }

    enum CodingKeys: String, CodingKey {
        case appAccountToken = "app_account_token"
    }

    /// Reads an update; the token may be in either case.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .appAccountToken)
        guard let token = UUID(uuidString: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .appAccountToken, in: container, debugDescription: "must be a UUID")
        }
        appAccountToken = token
    }

    /// Writes the token in lower case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(appAccountToken.wireText, forKey: .appAccountToken)
    }

    /// Has no bounds to check.
    public func validate() throws(WireError) {}
}
