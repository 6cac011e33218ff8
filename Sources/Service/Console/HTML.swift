import InterlockAPI

/// A piece of a page that is well-formed and safe to send.
///
/// There is no way to make one of markup: texts are escaped, tags and attributes' names come from closed
/// sets without scripts, styles and handlers, and addresses from ``ConsolePath``. What looks like a secret in a
/// text or an attribute is concealed, whoever wrote it.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    let markup: String

    /// No piece at all.
    static let nothing = HTML(markup: "")

    fileprivate init(markup: String) { self.markup = markup }

    /// A text, escaped; so is all that is interpolated into a literal.
    init(stringLiteral text: String) { markup = Self.escaped(SecretText.concealed(text)) }

    /// A text, escaped.
    static func text(_ text: String) -> HTML { HTML(stringLiteral: text) }

    /// A secret, escaped, for the one who is to have it.
    static func disclosed(_ secret: String) -> HTML { HTML(markup: escaped(secret)) }

    /// Pieces, one after the other.
    static func all(_ parts: [HTML]) -> HTML { HTML(markup: parts.map(\.markup).joined()) }

    /// Pieces, one after the other; those that are nil are left out.
    static func group(_ parts: HTML?...) -> HTML { all(parts.compactMap(\.self)) }

    /// A whole document.
    static func document(_ root: HTML) -> [UInt8] {
        Array("<!DOCTYPE html>\n".utf8) + Array(root.markup.utf8)
    }

    static func element(
        _ tag: HTMLTag, _ attributes: [HTMLAttribute], _ content: [HTML]
    ) -> HTML {
        var markup = "<" + tag.rawValue
        for attribute in attributes {
            markup += " " + attribute.name
            guard let value = attribute.value else { continue }
            let shown = attribute.isDisclosed ? value : SecretText.concealed(value)
            markup += "=\"" + escaped(shown) + "\""
        }
        markup += ">"
        if tag.isVoid { return HTML(markup: markup) }
        for piece in content { markup += piece.markup }
        return HTML(markup: markup + "</" + tag.rawValue + ">")
    }

    /// Escapes for text nodes and quoted attributes alike.
    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
