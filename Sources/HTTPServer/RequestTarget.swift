/// What a request asks for: a path, or a whole `http` or `https` URI, which a server takes as well
/// (RFC 9112, 3.2.2).
struct RequestTarget {
    /// Host and port of a URI; nil for a path.
    let authority: Range<Int>?
    let path: Range<Int>
    let query: Range<Int>?

    /// Parses a target where it stands in a head.
    init(_ target: ArraySlice<UInt8>) throws(HTTPRefusal) {
        var rest = target
        if target.first == UInt8(ascii: "/") {
            authority = nil
        } else {
            guard let start = Self.authorityStart(of: target) else {
                throw HTTPRefusal(400, "the request target must be a path or an http URI")
            }
            let end = target[start...].firstIndex { $0 == UInt8(ascii: "/") || $0 == Self.mark }
            rest = target[(end ?? target.endIndex)...]
            guard Self.isAuthority(target[start..<rest.startIndex]) else {
                throw HTTPRefusal(400, "malformed host in the request target")
            }
            authority = start..<rest.startIndex
        }
        guard rest.isEmpty || rest.consists(of: CharacterClass.target) else {
            throw HTTPRefusal(400, "the request target has a character that may not stand in it")
        }
        try Self.checkEncoding(rest)
        let mark = rest.firstIndex(of: Self.mark)
        let path = rest.startIndex..<(mark ?? rest.endIndex)
        // A URI without a path means `/` (RFC 9110, 4.2.3): a slash of its scheme stands for it.
        let slash = target.firstIndex(of: UInt8(ascii: "/")) ?? target.startIndex
        self.path = path.isEmpty ? slash..<(slash + 1) : path
        query = mark.map { ($0 + 1)..<rest.endIndex }
    }

    private static let mark = UInt8(ascii: "?")
    private static let schemes = ["http://", "https://"].map { Array($0.utf8) }

    /// Where the authority begins; nil when there is no scheme of ours.
    private static func authorityStart(of target: ArraySlice<UInt8>) -> Int? {
        let scheme = schemes.first { scheme in
            target.count >= scheme.count
                && zip(scheme, target).allSatisfy { HTTPHead.lower($1) == $0 }
        }
        return scheme.map { target.startIndex + $0.count }
    }

    /// A host and perhaps a port; no user, who has no place in a request (RFC 9110, 4.2.4).
    private static func isAuthority(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.consists(of: CharacterClass.host) else { return false }
        let (open, close) = (UInt8(ascii: "["), UInt8(ascii: "]"))
        var port = text
        if text.first == open {
            guard let end = text.firstIndex(of: close), end > text.startIndex + 1 else {
                return false
            }
            port = text[(end + 1)...]
        } else {
            port = text[(text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex)...]
            let host = text[..<port.startIndex]
            if host.isEmpty || host.contains(open) || host.contains(close) { return false }
        }
        guard let colon = port.first else { return true }
        return colon == UInt8(ascii: ":") && port.dropFirst().allSatisfy(HTTPHeadParser.isDigit)
    }

    private static func checkEncoding(_ text: ArraySlice<UInt8>) throws(HTTPRefusal) {
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "%") {
                guard text.endIndex - index > 2,
                    let high = PercentDecoding.nibble(text[index + 1]),
                    let low = PercentDecoding.nibble(text[index + 2]), high | low != 0
                else { throw HTTPRefusal(400, "bad percent-encoding in the request target") }
                index += 2
            }
            index += 1
        }
    }
}
