/// Holds a length of time that a request may give as whole seconds (`90`) or as an ISO 8601 duration (`"PT90S"`).
/// Written as seconds.
public struct WireSeconds: Codable, Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// Whole seconds.
    public let seconds: Int64

    /// Makes a length of time.
    public init(seconds: Int64) { self.seconds = seconds }

    /// Makes a length of time.
    public init(integerLiteral value: Int64) { seconds = value }

    /// Reads either form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let seconds = try? container.decode(Int64.self) {
            self.seconds = seconds
        } else if let text = try? container.decode(String.self),
            let seconds = ISODuration(text)?.wholeSeconds
        {
            self.seconds = seconds
        } else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "must be whole seconds or an ISO 8601 duration without months")
        }
    }

    /// Writes seconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }
}
