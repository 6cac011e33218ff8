/// A response's status line and fields, and what they say of its body and connection.
struct ResponseHead {
    /// How a response's body ends (RFC 9112, 6.3).
    enum Framing: Equatable {
        /// No body, and another response follows.
        case interim
        case length(Int)
        case chunked
        case untilEnd
    }

    private(set) var status = 0
    private(set) var fields: [(name: String, value: String)] = []
    private var isVersion10 = false

    init() {}

    /// Reads `HTTP/1.1 200 OK`; the phrase may be missing.
    init(statusLine line: [UInt8]) throws(HTTPClientError) {
        let digits = line.dropFirst(9).prefix(3)
        guard line.starts(with: "HTTP/1.".utf8), line.count >= 12, line[8] == 0x20,
            line[7] == UInt8(ascii: "1") || line[7] == UInt8(ascii: "0"),
            line.count == 12 || line[12] == 0x20,
            let number = Int(String(decoding: digits, as: UTF8.self)), number >= 100
        else { throw .malformedResponse }
        isVersion10 = line[7] == UInt8(ascii: "0")
        status = number
    }

    /// Adds a field's line, or the continuation of the last (RFC 9112, 5.2).
    mutating func add(field line: [UInt8]) throws(HTTPClientError) {
        guard !line.contains(0), !line.contains(UInt8(ascii: "\r")) else {
            throw .malformedResponse
        }
        if line.first == 0x20 || line.first == 0x09 {
            guard let last = fields.popLast() else { throw .malformedResponse }
            fields.append((last.name, last.value + " " + Self.trimmed(line[...])))
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            !line[..<colon].contains(0x20), !line[..<colon].contains(0x09)
        else { throw .malformedResponse }
        fields.append(
            (
                String(decoding: line[..<colon], as: UTF8.self),
                Self.trimmed(line[(colon + 1)...])
            ))
    }

    /// How the body ends.
    func framing(isHead: Bool) throws(HTTPClientError) -> Framing {
        // Nobody asked for another protocol.
        guard status != 101 else { throw .malformedResponse }
        if status < 200 { return .interim }
        if isHead || status == 204 || status == 304 { return .length(0) }
        let codings = list("transfer-encoding")
        if !codings.isEmpty { return codings.last == "chunked" ? .chunked : .untilEnd }
        let lengths = list("content-length")
        guard let first = lengths.first else { return .untilEnd }
        guard lengths.allSatisfy({ $0 == first }), first.utf8.count <= 18,
            first.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
            let length = Int(first)
        else { throw .malformedResponse }
        return .length(length)
    }

    /// Whether the server lets the connection live on, as far as the head tells.
    var keepsAlive: Bool {
        // Both framings at once: somebody on the way may have read the other one.
        if !list("transfer-encoding").isEmpty, !list("content-length").isEmpty { return false }
        let options = list("connection")
        return isVersion10 ? options.contains("keep-alive") : !options.contains("close")
    }

    /// All members of a field's comma-separated lists, in lower case.
    private func list(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name }.flatMap { field in
            field.value.lowercased().split(separator: ",", omittingEmptySubsequences: false)
                .map { Self.trimmed(Array($0.utf8)[...]) }
        }
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> String {
        var text = text
        while let first = text.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return String(decoding: text, as: UTF8.self)
    }
}
