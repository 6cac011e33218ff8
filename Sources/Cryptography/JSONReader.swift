/// Reads the JSON of signed documents (RFC 8259), strictly and without a second look.
///
/// Stricter than a general decoder where two readers could otherwise understand one signed text
/// differently: the text is valid UTF-8, no member name comes twice in an object (RFC 7515 section
/// 4), no lone surrogates, no NUL in a string (PostgreSQL can't hold one), numbers are finite.
/// Depth is bounded, so nesting can't use up the stack.
package struct JSONReader {
    /// Where and why a text is refused.
    package struct Failure: Error, Sendable, Equatable {
        package let reason: String
        /// The byte at which reading stopped.
        package let offset: Int
    }

    /// Arrays and objects inside one another, at most.
    package static let depthLimit = 16

    private let bytes: [UInt8]
    private var at = 0
    private var depth = 0

    /// Reads one document; only white space may follow it.
    package static func read(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
        try readKeepingText(bytes).value
    }

    /// Reads one document, and returns it with its text, which has been validated on the way.
    package static func readKeepingText(
        _ bytes: [UInt8]
    ) throws(Failure) -> (value: JSONValue, text: String) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(reason: "not UTF-8", offset: 0)
        }
        var reader = JSONReader(bytes: bytes)
        let value = try reader.value()
        reader.skipSpace()
        if reader.at != bytes.count { throw reader.failure("text after the document") }
        return (value, text)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func failure(_ reason: String) -> Failure { Failure(reason: reason, offset: at) }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipSpace() {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x0A, 0x0D, 0x09: at += 1
            default: return
            }
        }
    }

    private mutating func value() throws(Failure) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    private mutating func literal(
        _ word: StaticString, _ value: JSONValue
    ) throws(Failure) -> JSONValue {
        let end = at + word.utf8CodeUnitCount
        if end > bytes.count { throw failure("unknown word") }
        for offset in 0..<word.utf8CodeUnitCount {
            if bytes[at + offset] != word.utf8Start[offset] { throw failure("unknown word") }
        }
        at = end
        return value
    }

    private mutating func enter() throws(Failure) {
        depth += 1
        if depth > Self.depthLimit { throw failure("nested too deeply") }
        at += 1
        skipSpace()
    }

    private mutating func object() throws(Failure) -> JSONValue {
        try enter()
        var members: [String: JSONValue] = [:]
        if next == UInt8(ascii: "}") {
            leave()
            return .object(members)
        }
        members.reserveCapacity(32)
        while true {
            skipSpace()
            if next != UInt8(ascii: "\"") { throw failure("a member name is missing") }
            let name = try string()
            skipSpace()
            if next != UInt8(ascii: ":") { throw failure("a colon is missing") }
            at += 1
            if members.updateValue(try value(), forKey: name) != nil {
                throw failure("a member name comes twice")
            }
            skipSpace()
            if next == UInt8(ascii: "}") { break }
            if next != UInt8(ascii: ",") { throw failure("a comma is missing") }
            at += 1
        }
        leave()
        return .object(members)
    }

    private mutating func array() throws(Failure) -> JSONValue {
        try enter()
        var elements: [JSONValue] = []
        if next == UInt8(ascii: "]") {
            leave()
            return .array(elements)
        }
        while true {
            elements.append(try value())
            skipSpace()
            if next == UInt8(ascii: "]") { break }
            if next != UInt8(ascii: ",") { throw failure("a comma is missing") }
            at += 1
        }
        leave()
        return .array(elements)
    }

    private mutating func leave() {
        depth -= 1
        at += 1
    }
}

// Strings.
extension JSONReader {
    private mutating func string() throws(Failure) -> String {
        at += 1
        let start = at
        while let byte = next {
            if byte == UInt8(ascii: "\"") {
                defer { at += 1 }
                // The whole text is valid UTF-8 and both ends are ASCII, so nothing is repaired
                // here.
                return String(decoding: bytes[start..<at], as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            if byte < 0x20 { throw failure("a control character in a string") }
            at += 1
        }
        throw failure("a string without end")
    }

    private mutating func escapedString(from start: Int) throws(Failure) -> String {
        var output = Array(bytes[start..<at])
        while let byte = next {
            at += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: output, as: UTF8.self) }
            if byte < 0x20 { throw failure("a control character in a string") }
            if byte != UInt8(ascii: "\\") {
                output.append(byte)
                continue
            }
            guard let kind = next else { break }
            at += 1
            switch kind {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(kind)
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0C)
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "u"): output += Array(String(try scalar()).utf8)
            default: throw failure("an unknown escape")
            }
        }
        throw failure("a string without end")
    }

    private mutating func scalar() throws(Failure) -> Character {
        var code = try hexUnit()
        if (0xD800..<0xDC00).contains(code) {
            if next != UInt8(ascii: "\\") { throw failure("a lone surrogate") }
            at += 1
            if next != UInt8(ascii: "u") { throw failure("a lone surrogate") }
            at += 1
            let low = try hexUnit()
            if !(0xDC00..<0xE000).contains(low) { throw failure("a lone surrogate") }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard code != 0, let scalar = Unicode.Scalar(code) else {
            throw failure(code == 0 ? "a NUL in a string" : "a lone surrogate")
        }
        return Character(scalar)
    }

    private mutating func hexUnit() throws(Failure) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
                byte < 0x80
            else { throw failure("a bad \\u escape") }
            unit = unit << 4 | UInt32(digit)
            at += 1
        }
        return unit
    }
}

// Numbers.
extension JSONReader {
    private mutating func number() throws(Failure) -> JSONValue {
        let start = at
        if next == UInt8(ascii: "-") { at += 1 }
        let firstDigit = at
        skipDigits()
        if at == firstDigit { throw failure("a value is missing") }
        if bytes[firstDigit] == UInt8(ascii: "0"), at > firstDigit + 1 {
            throw failure("a leading zero")
        }
        var isWhole = true
        if next == UInt8(ascii: ".") {
            isWhole = false
            at += 1
            let fraction = at
            skipDigits()
            if at == fraction { throw failure("a fraction is missing") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isWhole = false
            at += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
            let exponent = at
            skipDigits()
            if at == exponent { throw failure("an exponent is missing") }
        }
        if isWhole, at - firstDigit <= 18 {
            var value: Int64 = 0
            for digit in bytes[firstDigit..<at] { value = value &* 10 &+ Int64(digit &- 0x30) }
            return .integer(firstDigit == start ? value : -value)
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if isWhole, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            throw failure("a number out of range")
        }
        return .number(value)
    }

    private mutating func skipDigits() {
        while let byte = next, byte >= 0x30, byte <= 0x39 { at += 1 }
    }
}
