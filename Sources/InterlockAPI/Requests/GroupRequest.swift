/// Makes a group: the body of `POST /v1/groups`.
public struct GroupRequest: WireRequest {
    /// How many may be in it, 2 to 50; left out, 6.
    public var sizeLimit: Int?
    /// Which roles may release another member's pending intent; left out, organizer and adult.
    public var releasers: [GroupRole]?

    /// Makes a request.
    public init(sizeLimit: Int? = nil, releasers: [GroupRole]? = nil) {
        self.sizeLimit = sizeLimit
        self.releasers = releasers
    }

    enum CodingKeys: String, CodingKey {
        case releasers
        case sizeLimit = "size_limit"
    }

    /// Checks the bounds; names the field.
    public func validate() throws(WireError) {
        if let sizeLimit, !(2...50).contains(sizeLimit) {
            throw WireError(field: "size_limit", "must be from 2 to 50")
        }
        if let releasers, Set(releasers).count < releasers.count {
            throw WireError(field: "releasers", "must name each role once")
        }
    }
}
