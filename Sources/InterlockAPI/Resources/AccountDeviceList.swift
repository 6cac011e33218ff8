/// Holds an account's devices.
public struct AccountDeviceList: Codable, Hashable, Sendable {
    /// The devices, the one seen last first; two hundred at most.
    public var devices: [AccountDevice]
    /// Always null: the list is never cut.
    public var nextCursor: String?

    /// Makes the list.
    public init(devices: [AccountDevice]) { self.devices = devices }

    enum CodingKeys: String, CodingKey {
        case devices
        case nextCursor = "next_cursor"
    }

    /// Writes both members.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(devices, forKey: .devices)
        try container.encode(nextCursor, forKey: .nextCursor)
    }
}
