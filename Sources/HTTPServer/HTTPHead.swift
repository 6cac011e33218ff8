/// The head of a request: its bytes, and where in them things stand.
struct HTTPHead: Sendable {
    struct Field: Sendable {
        let name: Range<Int>
        let value: Range<Int>
    }

    let bytes: [UInt8]
    var method = HTTPRequest.Method.get
    var path = 0..<0
    var query: Range<Int>?
    var fields: [Field] = []
    /// 0 when the request has no body.
    var contentLength = 0
    var keepsAlive = true
    var expectsContinue = false

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Compares without regard to ASCII case.
    func equals(_ range: Range<Int>, _ name: String) -> Bool {
        let other = name.utf8
        guard range.count == other.count else { return false }
        return zip(bytes[range], other).allSatisfy { Self.lower($0) == Self.lower($1) }
    }

    /// True when a comma-separated list has the word, without regard to case.
    func list(_ range: Range<Int>, has word: String) -> Bool {
        bytes[range].split(separator: UInt8(ascii: ",")).contains { part in
            equals(Self.trim(part), word)
        }
    }

    /// The range without the spaces and tabs around it.
    static func trim(_ part: ArraySlice<UInt8>) -> Range<Int> {
        var (low, high) = (part.startIndex, part.endIndex)
        while low < high, part[low] == 0x20 || part[low] == 0x09 { low += 1 }
        while high > low, part[high - 1] == 0x20 || part[high - 1] == 0x09 { high -= 1 }
        return low..<high
    }

    static func lower(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
