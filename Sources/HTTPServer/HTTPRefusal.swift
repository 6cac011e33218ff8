/// An error that the server found before or instead of a handler.
package struct HTTPRefusal: Error, Sendable, Equatable {
    /// The HTTP status to answer with.
    package var status: Int
    /// What is wrong, for people; never holds bytes of the request.
    package var reason: String
    /// The request's id; empty until one is known.
    package var requestID: String
    /// The path that was asked for, as it was received: its first 64 bytes at most. Empty where none is known.
    package var path = ""
    /// The languages that the client takes (RFC 9110, 12.5.4); empty where none is known.
    package var languages = ""

    package init(_ status: Int, _ reason: String, requestID: String = "") {
        self.status = status
        self.reason = reason
        self.requestID = requestID
    }
}

extension HTTPRefusal {
    private static let longestPath = 64

    /// The same, of a request whose head is known.
    func of(_ head: HTTPHead) -> HTTPRefusal {
        var refusal = self
        refusal.path = head.text(head.path.prefix(Self.longestPath))
        let fields = head.fields.filter { head.equals($0.name, "accept-language") }
        refusal.languages = fields.map { head.text($0.value) }.joined(separator: ",")
        return refusal
    }

    /// The same, of what may be the beginning of a head: a method, a space, a path.
    func of(_ bytes: ArraySlice<UInt8>) -> HTTPRefusal {
        let line = bytes.prefix(Self.longestPath + 32).prefix { $0 != 0x0A && $0 != 0x0D }
        let target = line.drop { $0 != 0x20 }.dropFirst()
        let path = target.prefix { $0 != 0x20 && $0 != UInt8(ascii: "?") }
        var refusal = self
        refusal.path = String(decoding: path.prefix(Self.longestPath), as: UTF8.self)
        return refusal
    }
}
