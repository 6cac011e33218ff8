/// Parses a head strictly (RFC 9112): what two parsers could read in two ways is refused, and its
/// connection is closed.
struct HTTPHeadParser {
    /// More fields than anybody sends.
    static let fieldLimit = 100

    private var head: HTTPHead
    private var isVersion10 = false
    /// The host that the target names.
    private var authority: Range<Int>?
    private var hosts = 0
    private var lengths = 0

    /// Parses a head from its first byte to the empty line's end.
    ///
    /// - Throws: the refusal to answer with.
    static func parse(_ bytes: [UInt8]) throws(HTTPRefusal) -> HTTPHead {
        var parser = HTTPHeadParser(head: HTTPHead(bytes: bytes))
        try parser.run()
        return parser.head
    }

    private init(head: HTTPHead) {
        self.head = head
        self.head.fields.reserveCapacity(16)
    }

    private mutating func run() throws(HTTPRefusal) {
        // One empty line before a request is forgiven (RFC 9112, 2.2).
        var start = head.bytes.starts(with: [0x0D, 0x0A]) ? 2 : 0
        var isFirst = true
        while true {
            let line = try self.line(from: start)
            start = line.endIndex + 2
            if isFirst {
                try requestLine(line)
                isFirst = false
            } else if line.isEmpty {
                break
            } else {
                try field(line)
            }
        }
        guard hosts == 1 || (isVersion10 && hosts == 0) else {
            throw HTTPRefusal(400, "a request has exactly one Host field")
        }
        if isVersion10 { head.keepsAlive = false }
        if let authority { takeHost(authority) }
    }

    /// The target's host counts, whatever the Host field says (RFC 9112, 3.2.2).
    private mutating func takeHost(_ authority: Range<Int>) {
        for (index, field) in head.fields.enumerated() where head.equals(field.name, "host") {
            head.fields[index] = HTTPHead.Field(name: field.name, value: authority)
        }
    }

    /// The line from `start`, without its end, which must be CR LF.
    private func line(from start: Int) throws(HTTPRefusal) -> ArraySlice<UInt8> {
        let rest = head.bytes[start...]
        guard let end = rest.firstIndex(where: { $0 == 0x0D || $0 == 0x0A }),
            end + 1 < rest.endIndex, rest[end] == 0x0D, rest[end + 1] == 0x0A
        else { throw HTTPRefusal(400, "a line of the head does not end with CR LF") }
        return rest[start..<end]
    }

    private mutating func requestLine(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].consists(of: CharacterClass.token) else {
            throw HTTPRefusal(400, "malformed request line")
        }
        head.method = HTTPRequest.Method(String(decoding: parts[0], as: UTF8.self))
        try version(parts[2])
        try target(parts[1])
    }

    private mutating func version(_ text: ArraySlice<UInt8>) throws(HTTPRefusal) {
        let digits = text.dropFirst(5)
        guard text.starts(with: "HTTP/".utf8), digits.count == 3,
            let major = digits.first, let minor = digits.last, Self.isDigit(major),
            Self.isDigit(minor), digits[digits.startIndex + 1] == UInt8(ascii: ".")
        else { throw HTTPRefusal(400, "malformed HTTP version") }
        guard major == UInt8(ascii: "1") else {
            throw HTTPRefusal(505, "only HTTP/1.1 is spoken here")
        }
        isVersion10 = minor == UInt8(ascii: "0")
    }

    private mutating func target(_ text: ArraySlice<UInt8>) throws(HTTPRefusal) {
        let target = try RequestTarget(text)
        head.path = target.path
        head.query = target.query
        authority = target.authority
    }

    private mutating func field(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) {
        // A line that begins with a space (obsolete folding) has no token before its colon either.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            line[..<colon].consists(of: CharacterClass.token)
        else { throw HTTPRefusal(400, "malformed header field name") }
        guard line.allSatisfy(CharacterClass.isFieldText) else {
            throw HTTPRefusal(400, "control character in a header field")
        }
        guard head.fields.count < Self.fieldLimit else {
            throw HTTPRefusal(431, "more than \(Self.fieldLimit) header fields")
        }
        let field = HTTPHead.Field(
            name: line.startIndex..<colon, value: HTTPHead.trim(line[(colon + 1)...]))
        head.fields.append(field)
        try consider(field)
    }

    /// Looks at the fields that the framing depends on.
    private mutating func consider(_ field: HTTPHead.Field) throws(HTTPRefusal) {
        let value = head.bytes[field.value]
        if head.equals(field.name, "transfer-encoding") {
            throw HTTPRefusal(400, "Transfer-Encoding is not taken: send Content-Length")
        } else if head.equals(field.name, "content-length") {
            lengths += 1
            guard lengths == 1, value.count <= 18, !value.isEmpty,
                value.allSatisfy(Self.isDigit)
            else { throw HTTPRefusal(400, "Content-Length must be given once, in digits") }
            head.contentLength = value.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        } else if head.equals(field.name, "host") {
            hosts += 1
            guard value.isEmpty || value.consists(of: CharacterClass.host) else {
                throw HTTPRefusal(400, "malformed Host field")
            }
        } else if head.equals(field.name, "connection") {
            if head.list(field.value, has: "close") { head.keepsAlive = false }
        } else if head.equals(field.name, "expect") {
            guard head.equals(field.value, "100-continue") else {
                throw HTTPRefusal(417, "only 100-continue can be expected")
            }
            // A client of HTTP/1.0 can't have meant it (RFC 9110, 10.1.1).
            head.expectsContinue = !isVersion10
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
