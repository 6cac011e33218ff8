/// Identifies a type of the server by its fixed OID (`pg_type.dat`).
struct PostgresType: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt32

    static let bool = Self(rawValue: 16)
    static let bytea = Self(rawValue: 17)
    static let char = Self(rawValue: 18)
    static let name = Self(rawValue: 19)
    static let int8 = Self(rawValue: 20)
    static let int2 = Self(rawValue: 21)
    static let int4 = Self(rawValue: 23)
    static let text = Self(rawValue: 25)
    static let oid = Self(rawValue: 26)
    static let json = Self(rawValue: 114)
    static let float4 = Self(rawValue: 700)
    static let float8 = Self(rawValue: 701)
    static let unknown = Self(rawValue: 705)
    static let bpchar = Self(rawValue: 1042)
    static let varchar = Self(rawValue: 1043)
    static let timestamp = Self(rawValue: 1114)
    static let timestamptz = Self(rawValue: 1184)
    static let uuid = Self(rawValue: 2950)
    static let jsonb = Self(rawValue: 3802)
    static let xid8 = Self(rawValue: 5069)

    /// Types made by users (enums among them) start here.
    private static let firstOfUsers: UInt32 = 16_384

    var isMadeByUser: Bool { rawValue >= Self.firstOfUsers }

    /// Types whose binary form is their text.
    var isText: Bool {
        switch self {
        case .text, .varchar, .bpchar, .name, .unknown: true
        default: false
        }
    }

    /// The type of the elements, for the array types that are known here.
    var element: PostgresType? {
        switch rawValue {
        case 199: .json
        case 1000: .bool
        case 1001: .bytea
        case 1003: .name
        case 1005: .int2
        case 1007: .int4
        case 1009: .text
        case 1014: .bpchar
        case 1015: .varchar
        case 1016: .int8
        case 1021: .float4
        case 1022: .float8
        case 1028: .oid
        case 1115: .timestamp
        case 1185: .timestamptz
        case 2951: .uuid
        case 3807: .jsonb
        default: nil
        }
    }
}

/// Converts between the server's epoch (2000) and ours (1970), both in microseconds.
enum PostgresTime {
    private static let epoch: Int64 = 946_684_800_000_000

    /// Nil when the server could not hold it.
    static func toServer(_ microseconds: Int64) -> Int64? {
        if microseconds == .max || microseconds == .min { return microseconds }
        let (value, overflow) = microseconds.subtractingReportingOverflow(epoch)
        return overflow ? nil : value
    }

    /// Nil when it does not fit 64 bits.
    static func fromServer(_ value: Int64) -> Int64? {
        if value == .max || value == .min { return value }
        let (microseconds, overflow) = value.addingReportingOverflow(epoch)
        return overflow ? nil : microseconds
    }
}
