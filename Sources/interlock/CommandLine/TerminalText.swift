/// Texts of other people's, as a terminal may show them.
enum TerminalText {
    /// The text on one line, with what a terminal would obey, or what would turn the words around it, written
    /// out: `\u{202E}`.
    static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.map { scalar in
            if scalar == "\n" || scalar == "\t" { return " " }
            return isControl(scalar)
                ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }.joined()
    }

    /// The columns of a terminal that a text takes: two for a wide character (Unicode, East Asian Width).
    static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    /// The text in so many columns at most, its end replaced by an ellipsis where it is longer.
    static func cut(_ text: String, to limit: Int) -> String {
        guard width(text) > limit else { return text }
        var kept = "", taken = 0
        for character in text {
            taken += width(character)
            if taken > limit - 1 { break }
            kept.append(character)
        }
        return kept + "…"
    }

    private static func width(_ character: Character) -> Int {
        character.unicodeScalars.contains { isWide($0.value) } ? 2 : 1
    }

    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// C0, DEL, C1, marks of direction, separators of lines, and what shows nothing at all.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
            0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
            true
        default: false
        }
    }
}
