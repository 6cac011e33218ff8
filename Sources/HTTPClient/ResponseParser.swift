/// Turns the bytes that follow a request into its response (RFC 9112).
///
/// A pure machine: no socket and no clock. Interim responses (1xx) are passed over; trailers are read
/// and dropped.
struct ResponseParser {
    private enum Phase: Equatable {
        case statusLine
        case fields
        /// So many bytes of a body with a length, or of a chunk, are missing.
        case body(Int)
        case chunk(Int)
        case chunkSize
        case chunkEnd
        case trailers
        /// A body that the end of the connection ends.
        case untilEnd
        case done
    }

    /// The largest head in bytes, and the largest trailers.
    static let headLimit = 64 * 1_024

    private let isHead: Bool
    private let limit: Int
    private var phase = Phase.statusLine
    /// The beginning of a line whose end has not come.
    private var partial: [UInt8] = []
    private var headSize = 0
    private var head = ResponseHead()
    private var body: [UInt8] = []
    /// True when the connection can take another request after this response.
    private(set) var keepsAlive = false

    /// - Parameters:
    ///   - isHead: true for the response to a HEAD request, which has no body whatever its fields say.
    ///   - limit: the largest body in bytes.
    init(isHead: Bool, limit: Int) {
        self.isHead = isHead
        self.limit = limit
    }

    /// True once any byte of a response has come.
    var hasBegun: Bool { phase != .statusLine || !partial.isEmpty || headSize > 0 }

    /// Takes new bytes; gives the response once it is whole.
    mutating func receive(_ bytes: [UInt8]) throws(HTTPClientError) -> HTTPClientResponse? {
        var rest = bytes[...]
        while phase != .done {
            switch phase {
            case .body(let missing), .chunk(let missing):
                guard !rest.isEmpty else { return nil }
                take(rest.prefix(missing), of: missing)
                rest = rest.dropFirst(missing)
            case .untilEnd:
                guard body.count + rest.count <= limit else { throw .responseTooLarge }
                body += rest
                return nil
            default:
                guard let line = try line(&rest) else { return nil }
                try take(line)
            }
        }
        // Bytes that nobody asked for: what follows can't be told apart from the next response.
        if !rest.isEmpty { keepsAlive = false }
        return response
    }

    /// The peer has said all it will say; gives the response when that ended it.
    mutating func end() -> HTTPClientResponse? {
        guard phase == .untilEnd else { return nil }
        phase = .done
        return response
    }

    private var response: HTTPClientResponse {
        HTTPClientResponse(status: head.status, headers: head.fields, body: body)
    }

    private mutating func take(_ piece: ArraySlice<UInt8>, of missing: Int) {
        body += piece
        let left = missing - piece.count
        if case .chunk = phase {
            phase = left == 0 ? .chunkEnd : .chunk(left)
        } else {
            phase = left == 0 ? .done : .body(left)
        }
    }

    /// Cuts a line off, without its LF or CR LF; keeps what there is and gives nil when it has no end.
    private mutating func line(
        _ rest: inout ArraySlice<UInt8>
    ) throws(HTTPClientError) -> [UInt8]? {
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        headSize += (end.map { $0 + 1 } ?? rest.endIndex) - rest.startIndex
        guard headSize <= Self.headLimit else { throw .responseTooLarge }
        partial += rest[..<(end ?? rest.endIndex)]
        rest = end.map { rest[($0 + 1)...] } ?? []
        guard end != nil else { return nil }
        var line = exchange(&partial, with: [])
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }

    private mutating func take(_ line: [UInt8]) throws(HTTPClientError) {
        switch phase {
        case .statusLine:
            head = try ResponseHead(statusLine: line)
            phase = .fields
        case .fields:
            if line.isEmpty { try beginBody() } else { try head.add(field: line) }
        case .chunkSize: try beginChunk(line)
        case .chunkEnd:
            guard line.isEmpty else { throw .malformedResponse }
            phase = .chunkSize
            headSize = 0
        case .trailers: if line.isEmpty { phase = .done }
        case .body, .chunk, .untilEnd, .done: break
        }
    }

    /// Chooses how the body ends (RFC 9112, 6.3).
    private mutating func beginBody() throws(HTTPClientError) {
        headSize = 0
        let framing = try head.framing(isHead: isHead)
        keepsAlive = head.keepsAlive
        switch framing {
        case .interim: phase = .statusLine
        case .chunked: phase = .chunkSize
        case .length(let length):
            guard length <= limit else { throw .responseTooLarge }
            body.reserveCapacity(length)
            phase = length == 0 ? .done : .body(length)
        case .untilEnd:
            keepsAlive = false
            phase = .untilEnd
        }
    }

    private mutating func beginChunk(_ line: [UInt8]) throws(HTTPClientError) {
        // What follows a semicolon are extensions, which nobody has to know.
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
        guard !digits.isEmpty, digits.count <= 15, digits.allSatisfy({ Self.digit($0) != nil })
        else { throw .malformedResponse }
        let size = digits.reduce(0) { $0 << 4 | (Self.digit($1) ?? 0) }
        guard size <= limit - body.count else { throw .responseTooLarge }
        headSize = 0
        phase = size == 0 ? .trailers : .chunk(size)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        Character(UnicodeScalar(byte)).hexDigitValue
    }
}
