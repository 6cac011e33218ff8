/// Checks bytes before a JSON decoder recurses into them: the whole grammar of RFC 8259, UTF-8 throughout, escaped
/// surrogates in pairs, nesting within a limit. The decoder alone would take a comma too many, and would not look at
/// members that nobody asks for.
///
/// One pass, no recursion, no allocation.
struct WireScanner {
    private enum Flaw: Error {
        case syntax, encoding, depth
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let depthLimit: Int
    private var at = 0
    private var depth = 0
    /// One bit for each open bracket, the innermost lowest: 1 is an object.
    private var objects: UInt64 = 0

    /// Names the first flaw; nil if there is none. The depth limit is at most 64.
    static func flaw(in bytes: [UInt8], depthLimit: Int) -> String? {
        bytes.withUnsafeBufferPointer { buffer in
            var scanner = WireScanner(buffer, min(depthLimit, 64))
            do throws(Flaw) {
                try scanner.scan()
                return nil
            } catch {
                switch error {
                case .syntax: return "the body is not JSON (at byte \(scanner.at))"
                case .encoding: return "the body is not valid UTF-8 (at byte \(scanner.at))"
                case .depth: return "the body is nested more than \(depthLimit) deep"
                }
            }
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    private mutating func scan() throws(Flaw) {
        repeat {
            skipSpace()
            let opened = try scanValue()
            if !opened { try closeBrackets() }
        } while depth > 0
        skipSpace()
        guard at == bytes.count else { throw .syntax }
    }

    /// Reads one scalar or empty container; true if it stands in front of the first element of another.
    private mutating func scanValue() throws(Flaw) -> Bool {
        switch next {
        case UInt8(ascii: "{"):
            try open(isObject: true)
            if take(UInt8(ascii: "}")) { close() } else { try scanKey(); return true }
        case UInt8(ascii: "["):
            try open(isObject: false)
            if take(UInt8(ascii: "]")) { close() } else { return true }
        case UInt8(ascii: "\""): try scanString()
        case UInt8(ascii: "t"): try scanWord("true")
        case UInt8(ascii: "f"): try scanWord("false")
        case UInt8(ascii: "n"): try scanWord("null")
        default: try scanNumber()
        }
        return false
    }

    /// After a value: reads closing brackets up to a comma, and the key behind it in an object.
    private mutating func closeBrackets() throws(Flaw) {
        while depth > 0 {
            skipSpace()
            let isObject = objects & 1 == 1
            if take(UInt8(ascii: ",")) {
                if isObject { try scanKey() }
                return
            }
            guard take(UInt8(ascii: isObject ? "}" : "]")) else { throw .syntax }
            close()
        }
    }

    private mutating func open(isObject: Bool) throws(Flaw) {
        guard depth < depthLimit else { throw .depth }
        at += 1
        depth += 1
        objects = objects << 1 | (isObject ? 1 : 0)
        skipSpace()
    }

    private mutating func close() {
        depth -= 1
        objects >>= 1
    }

    private mutating func scanKey() throws(Flaw) {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw .syntax }
        try scanString()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw .syntax }
    }

    private mutating func scanWord(_ word: StaticString) throws(Flaw) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[offset]) else { throw .syntax }
        }
    }

    private mutating func scanNumber() throws(Flaw) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try scanDigits() }
        if take(UInt8(ascii: ".")) { try scanDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try scanDigits()
        }
    }

    private mutating func scanDigits() throws(Flaw) {
        let start = at
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { at += 1 }
        if at == start { throw .syntax }
    }

    private mutating func scanString() throws(Flaw) {
        at += 1
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                return
            case UInt8(ascii: "\\"):
                try scanEscape()
            case 0..<0x20:
                throw .syntax
            case 0x20..<0x80:
                at += 1
            default:
                guard let length = WireText.multibyteLength(bytes, at) else { throw .encoding }
                at += length
            }
        }
        throw .syntax
    }

    private mutating func scanEscape() throws(Flaw) {
        at += 1
        guard next == UInt8(ascii: "u") else {
            guard at < bytes.count, "\"\\/bfnrt".utf8.contains(next) else { throw .syntax }
            at += 1
            return
        }
        at += 1
        let unit = try scanHex()
        if (0xDC00...0xDFFF).contains(unit) { throw .encoding }
        guard (0xD800...0xDBFF).contains(unit) else { return }
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw .encoding }
        guard (0xDC00...0xDFFF).contains(try scanHex()) else { throw .encoding }
    }

    private mutating func scanHex() throws(Flaw) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard at < bytes.count, let digit = WireText.hexValue(bytes[at]) else { throw .syntax }
            unit = unit << 4 | UInt16(digit)
            at += 1
        }
        return unit
    }

    private mutating func skipSpace() {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            default: return
            }
        }
    }

    /// The byte at hand; 0, which no grammar wants, at the end.
    private var next: UInt8 { at < bytes.count ? bytes[at] : 0 }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }
}
