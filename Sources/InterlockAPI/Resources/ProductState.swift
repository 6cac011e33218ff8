/// Says what a device may do about one product of the catalog now.
public struct ProductState: Codable, Hashable, Sendable {
    /// The product.
    public var productID: String
    /// What a new reserve would answer.
    public var status: ProductStatus
    /// How many further open intents stand behind the holder; a hint.
    public var waiting: Int
    /// The open intent in the way; null if there is none.
    public var holder: Holder?
    /// What is owned and in the way; null if nothing is.
    public var owned: OwnedProduct?
    /// What a buyer should know.
    public var risks: [Risk]

    /// Makes it from its parts.
    public init(
        productID: String, status: ProductStatus, waiting: Int, holder: Holder?,
        owned: OwnedProduct?, risks: [Risk]
    ) {
        self.productID = productID
        self.status = status
        self.waiting = waiting
        self.holder = holder
        self.owned = owned
        self.risks = risks
    }

    enum CodingKeys: String, CodingKey {
        case status, waiting, holder, owned, risks
        case productID = "product_id"
    }

    /// Writes every member.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(productID, forKey: .productID)
        try container.encode(status, forKey: .status)
        try container.encode(waiting, forKey: .waiting)
        try container.encode(holder, forKey: .holder)
        try container.encode(owned, forKey: .owned)
        try container.encode(risks, forKey: .risks)
    }
}
