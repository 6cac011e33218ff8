/// Asks for a client token: the body of `POST /v1/client-tokens`.
public struct ClientTokenRequest: WireRequest {
    /// For whom: 1 to 128 bytes.
    public var accountID: String
    /// For which device: 1 to 128 bytes.
    public var deviceID: String
    /// For how long, 1 s to 90 days: whole seconds, or an ISO 8601 duration. Left out, the service decides.
    public var expiresIn: WireSeconds?

    /// Makes a request.
    public init(accountID: String, deviceID: String, expiresIn: WireSeconds? = nil) {
        self.accountID = accountID
        self.deviceID = deviceID
        self.expiresIn = expiresIn
    }

    enum CodingKeys: String, CodingKey {
        case accountID = "account_id"
        case deviceID = "device_id"
        case expiresIn = "expires_in"
    }

    /// The longest life of a token: 30 days.
    public static let longest: Int64 = 30 * 86_400

    /// Checks the bounds; names the field.
    public func validate() throws(WireError) {
        try Bounds.checkAccount(accountID, field: "account_id")
        try Bounds.checkDevice(deviceID, field: "device_id")
        if let expiresIn, !(1...Self.longest).contains(expiresIn.seconds) {
            throw WireError(field: "expires_in", "must be from 1 to \(Self.longest) seconds")
        }
    }
}
