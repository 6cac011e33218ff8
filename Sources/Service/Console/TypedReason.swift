import FoundationEssentials
import HTTPServer
import InterlockAPI

/// A reason as somebody typed it into a form, and what is wrong with it.
struct TypedReason: Sendable {
    enum Fault: Sendable, Equatable {
        case empty
        /// It has so many characters.
        case tooLong(Int)
        case controlCharacter
        /// Something in it looks like a key, a token or a signed transaction.
        case secret
    }

    /// What may stand in the field again: nothing of a text with a secret in it, of others all but the control
    /// characters.
    let text: String
    /// Nil where it can be kept as it is.
    let fault: Fault?

    /// Reads the form's field. A form sends line ends as CR LF.
    init(_ form: HTTPQuery) {
        let typed = (form["reason"] ?? "").replacing("\r\n", with: "\n")
        // What the API takes is taken here; the rest only says why not.
        if (try? Bounds.checkNote(typed, field: "reason")) != nil {
            (text, fault) = (typed, nil)
            return
        }
        let isShown: (Unicode.Scalar) -> Bool = {
            $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
        }
        var visible = String.UnicodeScalarView()
        visible.append(contentsOf: typed.unicodeScalars.filter(isShown))
        let cleaned = String(visible)
        if SecretText.isIn(typed) || SecretText.isIn(cleaned) {
            (text, fault) = ("", .secret)
        } else if !cleaned.contains(where: { !$0.isWhitespace }) {
            (text, fault) = ("", .empty)
        } else if cleaned.unicodeScalars.count > Bounds.reason {
            (text, fault) = (cleaned, .tooLong(cleaned.unicodeScalars.count))
        } else {
            (text, fault) = (cleaned, .controlCharacter)
        }
    }
}
