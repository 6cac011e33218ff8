/// Finds what looks like an access key, a client token, a signed transaction or a private key in a text that
/// somebody else wrote: what is kept for ever refuses it, a page conceals it.
public enum SecretText {
    /// Bytes; shorter words are nobody's secret.
    private static let shortest = 20

    /// Whether there is one in the text.
    public static func isIn(_ text: String) -> Bool { !places(in: Array(text.utf8)).isEmpty }

    /// The text with each of them cut down to how it begins.
    public static func concealed(_ text: String) -> String {
        guard text.utf8.count >= shortest else { return text }
        let bytes = Array(text.utf8)
        var shown: [UInt8] = []
        var end = 0
        for place in places(in: bytes) {
            shown += bytes[end..<place.lowerBound] + Array("•••".utf8)
            end = place.upperBound
        }
        return end == 0 ? text : String(decoding: shown + bytes[end...], as: UTF8.self)
    }

    /// Where they stand, without how they begin; ascending.
    private static func places(in bytes: [UInt8]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex { !$0.isOfPlainWord } ?? bytes.count
            let word = bytes[start..<end]
            if let pem = word.indices.first(where: { word[$0...].starts(with: "-----BEGIN".utf8) })
            {
                return places + [pem + 10..<bytes.count]
            }
            let isEncoded = start > 0 && bytes[start - 1] == UInt8(ascii: "%")
            if let begin = beginOfSecret(in: word, isEncoded: isEncoded) {
                places.append(begin..<end)
            }
            start = end + 1
        }
        return places
    }

    /// Behind `ilk_` or `eyJ`, which may follow on something that an app puts before it; in an address the word
    /// begins with the two digits of what is percent-encoded.
    private static func beginOfSecret(in word: ArraySlice<UInt8>, isEncoded: Bool) -> Int? {
        guard word.count >= shortest else { return nil }
        for index in word.startIndex...word.endIndex - shortest {
            let rest = word[index...]
            if rest.prefix(4).elementsEqual("ilk_".utf8, by: { $0 | 0x20 == $1 | 0x20 }) {
                return index + 4
            }
            let isFirst =
                index == word.startIndex || "._-".utf8.contains(word[index - 1])
                || (isEncoded && index == word.startIndex + 2)
            if isFirst, rest.starts(with: "eyJ".utf8) { return index + 3 }
        }
        return nil
    }
}

extension UInt8 {
    /// A letter (a to z), a digit, a dot, an underscore or a hyphen: what keys, tokens and an app's id consist of.
    var isOfPlainWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
}
