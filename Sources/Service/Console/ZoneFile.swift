/// A file of the time zone database (RFC 9636): when which offset began, and the rule for the time after.
///
/// Read with bounds: whatever the bytes are, reading ends in a value or in nil.
struct ZoneFile: Sendable, Equatable {
    /// Larger files are none: the longest of 2025 has 3.5 kB.
    static let largest = 64 << 10

    /// Seconds since 1970, ascending, and the offset from UTC that holds from then on, in seconds.
    private let changes: [(from: Int64, offset: Int64)]
    /// Before the first change.
    private let first: Int64
    /// After the last change; nil: the last offset stays.
    private let rule: ZoneRule?

    /// Reads a file of version 2 or later, whose second block has 64-bit times.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.largest, let old = Header(bytes, at: 0), old.version >= 2,
            let header = Header(bytes, at: Header.size + old.length(timeSize: 4)),
            header.types > 0, header.start + header.length(timeSize: 8) <= bytes.count
        else { return nil }
        let kinds = header.start + header.times * 9
        var offsets: [Int64] = []
        for index in 0..<header.types {
            offsets.append(
                Int64(Int32(truncatingIfNeeded: Self.number(bytes, kinds + index * 6, 4))))
        }
        guard offsets.allSatisfy({ abs($0) < 26 * 3_600 }) else { return nil }
        var changes: [(from: Int64, offset: Int64)] = []
        for index in 0..<header.times {
            let kind = Int(bytes[header.start + header.times * 8 + index])
            let from = Self.number(bytes, header.start + index * 8, 8)
            guard kind < offsets.count, changes.last.map({ $0.from < from }) ?? true else {
                return nil
            }
            changes.append((from, offsets[kind]))
        }
        self.changes = changes
        first = offsets[0]
        let footer = bytes[(header.start + header.length(timeSize: 8))...]
        rule = ZoneRule(String(decoding: footer.filter { $0 != 10 }, as: UTF8.self))
    }

    /// The offset from UTC at an instant, in seconds.
    func offset(at seconds: Int64) -> Int64 {
        guard let last = changes.last else { return rule?.offset(at: seconds) ?? first }
        if seconds >= last.from { return rule?.offset(at: seconds) ?? last.offset }
        // The number of changes until then, by halving.
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].from <= seconds { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : changes[low - 1].offset
    }

    static func == (left: Self, right: Self) -> Bool {
        left.first == right.first && left.rule == right.rule
            && left.changes.elementsEqual(right.changes) { $0 == $1 }
    }

    /// A signed big-endian number; the caller has checked that it is there.
    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int64 {
        bytes[start..<start + size].reduce(0) { $0 << 8 | Int64($1) }
    }

    /// What stands before each block: how much of everything is in it.
    private struct Header {
        static let size = 44

        let version: Int
        /// Where its data begin.
        let start: Int
        let times: Int
        let types: Int
        private let letters: Int
        private let leaps: Int
        private let flags: Int

        init?(_ bytes: [UInt8], at place: Int) {
            guard place >= 0, place + Self.size <= bytes.count,
                bytes[place..<place + 4].elementsEqual("TZif".utf8)
            else { return nil }
            version = Int(bytes[place + 4]) - 48
            start = place + Self.size
            // Six counts, each unsigned in four bytes; within the file's bound, so no sum overflows.
            let counts = (0..<6).map {
                Int(ZoneFile.number(bytes, place + 20 + $0 * 4, 4))
            }
            guard counts.allSatisfy({ (0...ZoneFile.largest).contains($0) }) else { return nil }
            flags = counts[0] + counts[1]
            leaps = counts[2]
            times = counts[3]
            types = counts[4]
            letters = counts[5]
        }

        func length(timeSize: Int) -> Int {
            times * (timeSize + 1) + types * 6 + letters + leaps * (timeSize + 4) + flags
        }
    }
}
