/// Writes and compares HTTP entity tags (RFC 9110 §8.8.3, §13.1).
public enum EntityTag {
    /// Puts a tag into quotation marks, as `ETag` wants it.
    public static func quoted(_ tag: String) -> String { "\"\(tag)\"" }

    /// Tells whether the value of `If-None-Match` or `If-Match` names a tag: a list of tags, weak or not, or `*`. A
    /// tag without quotation marks is taken as well.
    public static func list(_ value: some StringProtocol, names tag: String) -> Bool {
        value.split(separator: ",").contains { element in
            var element = element.drop { $0 == " " || $0 == "\t" }
            while let last = element.last, last == " " || last == "\t" { element.removeLast() }
            if element == "*" { return true }
            if element.hasPrefix("W/") { element = element.dropFirst(2) }
            if element.count >= 2, element.first == "\"", element.last == "\"" {
                element = element.dropFirst().dropLast()
            }
            return element == tag
        }
    }
}
