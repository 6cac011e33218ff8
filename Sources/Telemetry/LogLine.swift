/// Builds one line, within a size that a pipe takes as a whole, so that lines never mix and no value forges one.
struct LogLine {
    /// PIPE_BUF on Linux: what a pipe reported writable takes without blocking.
    static let limit = 4_096
    /// Of one value; a longer one is cut.
    static let valueLimit = 1_024
    /// Kept free for the end of the line.
    private static let reserve = 32

    private(set) var bytes: [UInt8] = []
    private let format: LogFormat
    private var isCut = false

    init(_ format: LogFormat, time: String, level: LogLevel, message: String) {
        self.format = format
        bytes.reserveCapacity(256)
        switch format {
        case .json:
            bytes += "{\"time\":\"\(time)\",\"level\":\"\(level.rawValue)\",\"message\":".utf8
            quote(message)
        case .human:
            bytes += "\(time) \(level.rawValue.padded(to: 7)) ".utf8
            escape(message, quotes: false)
        }
    }

    /// Adds a field, unless the line is full.
    mutating func add(_ key: String, _ value: LogValue) {
        let start = bytes.count
        switch format {
        case .json:
            bytes.append(UInt8(ascii: ","))
            quote(key)
            bytes.append(UInt8(ascii: ":"))
        case .human:
            bytes.append(UInt8(ascii: " "))
            escape(key, quotes: false)
            bytes.append(UInt8(ascii: "="))
        }
        put(value)
        if bytes.count > Self.limit - Self.reserve {
            bytes.removeSubrange(start...)
            isCut = true
        }
    }

    /// Ends the line.
    mutating func end() {
        switch format {
        case .json: bytes += (isCut ? ",\"cut\":true}\n" : "}\n").utf8
        case .human: bytes += (isCut ? " cut=true\n" : "\n").utf8
        }
    }

    private mutating func put(_ value: LogValue) {
        switch value {
        case .integer(let value): bytes += String(value).utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let value):
            // JSON has no infinities.
            if value.isFinite { bytes += String(value).utf8 } else { quote(String(value)) }
        case .string(let text):
            let isPlain =
                format == .human && !text.isEmpty && text.utf8.count <= Self.valueLimit
                && text.utf8.allSatisfy {
                    $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=")
                        && $0 != UInt8(ascii: "\\")
                }
            if isPlain { bytes += text.utf8 } else { quote(text) }
        }
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        escape(text, quotes: true)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Escapes everything that could end a line, move a cursor or end a string: C0, DEL, C1, the two Unicode line
    /// ends, bidirectional overrides, and in strings the quotation mark and the backslash.
    private mutating func escape(_ text: String, quotes: Bool) {
        let start = bytes.count
        for scalar in text.unicodeScalars {
            if bytes.count - start > Self.valueLimit {
                bytes += "…".utf8
                return
            }
            switch scalar.value {
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x22 where quotes: bytes += "\\\"".utf8
            case 0x5C where quotes: bytes += "\\\\".utf8
            case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069:
                let digits = String(scalar.value, radix: 16)
                bytes += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
            default:
                bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - utf8.count))
    }
}
