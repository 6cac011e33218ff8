import Cryptography

/// Changes signed texts by one character.
enum Tampering {
    static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Chooses places in all three parts: both ends of each, the dots, and a sample of the rest.
    static func positions(
        in text: [UInt8], sample: Int, using random: inout SeededGenerator
    ) -> [Int] {
        var places: Set<Int> = [0, text.count - 1, text.count - 2]
        var starts = [0]
        for (at, byte) in text.enumerated() where byte == UInt8(ascii: ".") {
            places.formUnion([at - 2, at - 1, at, at + 1, at + 2])
            starts.append(at + 1)
        }
        for (part, start) in starts.enumerated() {
            let end = part + 1 < starts.count ? starts[part + 1] - 1 : text.count
            for _ in 0..<sample / 3 { places.insert(Int.random(in: start..<end, using: &random)) }
        }
        return places.sorted()
    }

    /// Replaces a character by another one of the alphabet.
    static func change(
        _ text: [UInt8], at place: Int, using random: inout SeededGenerator
    ) -> [UInt8] {
        var changed = text
        repeat {
            changed[place] = digits[Int.random(in: 0..<digits.count, using: &random)]
        } while changed[place] == text[place]
        return changed
    }

    /// Returns all texts that a lenient reader would decode to the same bytes as this one: each
    /// part's last character in its other forms, and with padding.
    static func aliases(of jws: String) -> [String] {
        let parts = jws.split(separator: ".").map(String.init)
        var aliases: [String] = []
        for (index, part) in parts.enumerated() {
            let unused = part.utf8.count % 4 == 2 ? 4 : part.utf8.count % 4 == 3 ? 2 : 0
            var forms: [String] = []
            if unused > 0, let last = part.utf8.last, let value = digits.firstIndex(of: last) {
                for other in 1..<(1 << unused) {
                    let digit = Character(Unicode.Scalar(digits[value | other]))
                    forms.append(part.dropLast() + String(digit))
                }
                forms.append(part + String(repeating: "=", count: 4 - part.utf8.count % 4))
            }
            forms.append(part + "\n")
            for form in forms {
                var changed = parts
                changed[index] = form
                aliases.append(changed.joined(separator: "."))
            }
        }
        return aliases
    }
}
