/// Gives a purchase to another account: the body of `POST /v1/admin/transactions/{id}/transfer`.
public struct TransferRequest: WireRequest {
    /// To whom: 1 to 128 bytes.
    public var accountID: String
    /// Where; may be left out where the app has one environment.
    public var environment: StoreEnvironment?
    /// Why, for the audit: 1 to 500 characters.
    public var reason: String

    /// Makes it.
    public init(accountID: String, environment: StoreEnvironment? = nil, reason: String) {
        self.accountID = accountID
        self.environment = environment
        self.reason = reason
    }

    enum CodingKeys: String, CodingKey {
        case environment, reason
        case accountID = "account_id"
    }

    /// Checks the bounds; names the field.
    public func validate() throws(WireError) {
        try Bounds.checkAccount(accountID, field: "account_id")
        try Bounds.checkNote(reason, field: "reason")
    }
}
