/// The sets of bytes that HTTP's grammar names (RFC 9110, 5.6; RFC 3986, 3.3).
enum CharacterClass {
    static let token = table("!#$%&'*+-.^_`|~" + alphanumeric)
    /// What may stand in a target's path and query, `%` and `?` included.
    static let target = table("-._~!$&'()*+,;=:@/?%" + alphanumeric)
    /// What may stand in a Host field.
    static let host = table("-._~!$&'()*+,;=:[]%" + alphanumeric)
    static let requestID = table("._-" + alphanumeric)

    private static let alphanumeric =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    private static func table(_ members: String) -> [Bool] {
        var table = [Bool](repeating: false, count: 256)
        for byte in members.utf8 { table[Int(byte)] = true }
        return table
    }

    /// What may stand in a field value: visible, space, tab, and the bytes above ASCII.
    static func isFieldText(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == 0x09
    }
}

extension ArraySlice<UInt8> {
    /// True when it is not empty and all of it is in the class.
    func consists(of table: [Bool]) -> Bool {
        !isEmpty && allSatisfy { table[Int($0)] }
    }
}
