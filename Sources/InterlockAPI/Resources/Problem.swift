/// Holds the body of every refusal: RFC 9457 `application/problem+json` with this service's members.
///
/// `holder`, `owned`, `intent` and `field` are left out where they don't help; the other members are always there.
public struct Problem: Error, Codable, Hashable, Sendable {
    /// The media type of the body.
    public static let mediaType = "application/problem+json"

    /// `urn:interlock:problem:<code>`.
    public var type: String
    /// The same for every occurrence of the code.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// What happened this time, for a person.
    public var detail: String
    /// The code as sent; `knownCode` is the same in this version's terms.
    public var code: String
    /// Whether the same request, sent again later, may succeed.
    public var retryable: Bool
    /// The id of the HTTP request, as in the server's log; null until the server fills it in.
    public var requestID: String?
    /// The member or parameter that is wrong, as a path: `signed_transactions[3]`.
    public var field: String?
    /// Who is in the way.
    public var holder: Holder?
    /// What is owned.
    public var owned: OwnedProduct?
    /// The intent as it is.
    public var intent: Intent?

    /// Makes the problem of a code.
    public init(
        _ code: ProblemCode, _ detail: String? = nil, field: String? = nil,
        holder: Holder? = nil, owned: OwnedProduct? = nil, intent: Intent? = nil,
        requestID: String? = nil
    ) {
        let facts = code.facts
        type = code.type
        title = facts.title
        status = facts.status
        self.detail = detail ?? facts.title
        self.code = code.rawValue
        retryable = facts.retryable
        self.requestID = requestID
        self.field = field
        self.holder = holder
        self.owned = owned
        self.intent = intent
    }

    /// The code, if this version knows it.
    public var knownCode: ProblemCode? { ProblemCode(rawValue: code) }

    enum CodingKeys: String, CodingKey {
        case type, title, status, detail, code, retryable, field, holder, owned, intent
        case requestID = "request_id"
    }

    /// Writes every member that is always there, `request_id` as null where it is not known.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(title, forKey: .title)
        try container.encode(status, forKey: .status)
        try container.encode(detail, forKey: .detail)
        try container.encode(code, forKey: .code)
        try container.encode(retryable, forKey: .retryable)
        try container.encode(requestID, forKey: .requestID)
        try container.encodeIfPresent(field, forKey: .field)
        try container.encodeIfPresent(holder, forKey: .holder)
        try container.encodeIfPresent(owned, forKey: .owned)
        try container.encodeIfPresent(intent, forKey: .intent)
    }
}
