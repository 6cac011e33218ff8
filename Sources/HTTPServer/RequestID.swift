/// Names requests in answers and logs.
enum RequestID {
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// Characters of a client's: a UUID's and some. What is longer may be a secret that went astray, and would
    /// stand in the log.
    private static let longest = 40

    /// The client's own id if it is sane, else 13 random characters.
    static func of(_ head: HTTPHead) -> String {
        let field = head.fields.first { head.equals($0.name, "x-request-id") }
        guard let range = field?.value, range.count <= longest,
            head.bytes[range].consists(of: CharacterClass.requestID)
        else { return make() }
        return head.text(range)
    }

    /// 13 characters of 5 bits: short enough for Swift to keep them without an allocation.
    static func make() -> String {
        var bits = UInt64.random(in: .min ... .max)
        return String(unsafeUninitializedCapacity: 13) { buffer in
            for index in buffer.indices {
                buffer[index] = alphabet[Int(bits & 31)]
                bits >>= 5
            }
            return 13
        }
    }
}
