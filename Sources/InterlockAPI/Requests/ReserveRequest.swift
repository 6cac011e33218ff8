/// Asks for an intent: the body of `POST /v1/intents`.
public struct ReserveRequest: WireRequest {
    /// What to buy: 1 to 255 bytes.
    public var productID: String
    /// The client's id of this request: 1 to 128 bytes, unique per app and account for 30 days.
    public var requestID: String
    /// Where; may be left out where the app has one environment.
    public var environment: StoreEnvironment?
    /// The client's own notes: an object of at most 4,096 bytes, nested at most 8 deep.
    public var metadata: WireValue?
    /// The store's signed app transaction (JWS), which tells whether another account uses the same store account.
    public var signedAppTransaction: String?

    /// Makes a request.
    public init(
        productID: String, requestID: String, environment: StoreEnvironment? = nil,
        metadata: WireValue? = nil, signedAppTransaction: String? = nil
    ) {
        self.productID = productID
        self.requestID = requestID
        self.environment = environment
        self.metadata = metadata
        self.signedAppTransaction = signedAppTransaction
    }

    enum CodingKeys: String, CodingKey {
        case environment, metadata
        case productID = "product_id"
        case requestID = "request_id"
        case signedAppTransaction = "signed_app_transaction"
    }

    /// Checks the bounds; names the field.
    public func validate() throws(WireError) {
        try Bounds.checkIdentifier(productID, field: "product_id", bytes: Bounds.productID)
        try Bounds.checkIdentifier(requestID, field: "request_id", bytes: Bounds.requestID)
        if let metadata { try Bounds.checkMetadata(metadata, field: "metadata") }
        if let signedAppTransaction, signedAppTransaction.isEmpty {
            throw WireError(field: "signed_app_transaction", "must not be empty")
        }
    }
}
