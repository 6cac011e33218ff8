/// Turns the bytes of a connection into heads and bodies, before anything else reads them.
///
/// A pure machine: no socket and no clock. After a refusal, or a request that closes its connection,
/// whatever follows is dropped.
struct HTTPGate {
    enum Phase: Equatable {
        /// In or before a head.
        case head
        /// So many bytes of a body are missing.
        case body(Int)
        /// Nothing more is taken.
        case closed
    }

    /// What the bytes turned out to be, in their order.
    enum Piece {
        /// A head that may pass.
        case head(HTTPHead, RouteMatch)
        /// Bytes of the last head's body.
        case body(ArraySlice<UInt8>)
        case refusal(HTTPRefusal)
    }

    private(set) var phase = Phase.head
    /// The beginning of a head whose end has not come.
    private var partial: [UInt8] = []
    /// The part of it that was searched for the end.
    private var searched = 0

    /// True when the first bytes of a head are there and the last are not.
    var isInsideHead: Bool { !partial.isEmpty }

    /// True when a body is on its way.
    var isInsideBody: Bool {
        if case .body = phase { true } else { false }
    }

    /// Takes note of body bytes that need no look: true when all `count` are the current body's.
    mutating func passes(_ count: Int) -> Bool {
        guard case .body(let missing) = phase, count <= missing else { return false }
        phase = count == missing ? .head : .body(missing - count)
        return true
    }

    /// Takes new bytes and hands out what became whole.
    mutating func receive(
        _ fresh: [UInt8], settings: ServerSettings, _ take: (Piece) -> Void
    ) {
        var bytes = fresh
        if !partial.isEmpty {
            bytes = exchange(&partial, with: []) + fresh
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            switch phase {
            case .closed: return
            case .body(let missing):
                let body = rest.prefix(missing)
                rest = rest.dropFirst(missing)
                phase = body.count == missing ? .head : .body(missing - body.count)
                take(.body(body))
            case .head:
                guard let piece = head(of: &rest, settings) else { return }
                take(piece)
            }
        }
    }

    /// Cuts a whole head off `rest`; keeps it all for later, and gives nil, when its end is missing.
    private mutating func head(
        of rest: inout ArraySlice<UInt8>, _ settings: ServerSettings
    ) -> Piece? {
        let limits = settings.configuration
        let end = Self.end(of: rest, from: rest.startIndex + searched)
        let whole = rest
        let length = (end ?? rest.endIndex) - rest.startIndex
        do throws(HTTPRefusal) {
            try Self.checkSize(rest.prefix(length), limits)
            guard let end else {
                partial = Array(rest)
                searched = max(0, partial.count - 3)
                return nil
            }
            searched = 0
            let head = try HTTPHeadParser.parse(Array(rest[..<end]))
            rest = rest[end...]
            let match = settings.router.match(head)
            guard head.contentLength <= match.bodyLimit else {
                throw HTTPRefusal(413, "the body is larger than \(match.bodyLimit) bytes").of(head)
            }
            if head.contentLength > 0 {
                phase = .body(head.contentLength)
            } else if !head.keepsAlive {
                phase = .closed
            }
            return .head(head, match)
        } catch {
            phase = .closed
            partial = []
            return .refusal(error.path.isEmpty ? error.of(whole) : error)
        }
    }

    /// Refuses what is too large, and what no longer can become a head.
    private static func checkSize(
        _ head: ArraySlice<UInt8>, _ limits: HTTPServerConfiguration
    ) throws(HTTPRefusal) {
        // A method and a version stand beside the target.
        let lineLimit = limits.targetLimit + 32
        if head.prefix(lineLimit).firstIndex(of: 0x0A) == nil, head.count >= lineLimit {
            throw HTTPRefusal(414, "the request target is longer than \(limits.targetLimit) bytes")
        }
        if head.count > limits.headLimit {
            throw HTTPRefusal(431, "the head is larger than \(limits.headLimit) bytes")
        }
        for (index, byte) in zip(head.indices, head) where byte == 0x0A || byte == 0 {
            if byte == 0 || index == head.startIndex || head[index - 1] != 0x0D {
                throw HTTPRefusal(400, "a line of the head does not end with CR LF, or holds NUL")
            }
        }
    }

    /// The index after the empty line that ends a head.
    private static func end(of bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var index = start
        while index + 3 < bytes.endIndex {
            if bytes[index + 3] == 0x0A, bytes[index + 2] == 0x0D, bytes[index + 1] == 0x0A,
                bytes[index] == 0x0D
            {
                return index + 4
            }
            index += 1
        }
        return nil
    }
}
