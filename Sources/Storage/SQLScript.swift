/// Takes a migration apart into its statements: at semicolons outside of comments, quotes and dollar
/// quotes. Our own files only, never text from outside.
enum SQLScript {
    static func statements(of text: String) -> [String] {
        var statements: [String] = []
        var rest = Substring(text)
        var current = ""
        while let character = rest.first {
            if rest.hasPrefix("--") {
                rest = rest.drop { $0 != "\n" }
            } else if character == "'" || character == "\"" {
                take(upTo: String(character), after: 1, from: &rest, into: &current)
            } else if rest.hasPrefix("$$") {
                take(upTo: "$$", after: 2, from: &rest, into: &current)
            } else if character == ";" {
                statements.append(current)
                current = ""
                rest.removeFirst()
            } else {
                current.append(character)
                rest.removeFirst()
            }
        }
        return (statements + [current]).filter { $0.contains { !$0.isWhitespace } }
    }

    /// Moves a quoted piece, its end included.
    private static func take(
        upTo end: String, after skipped: Int, from rest: inout Substring, into current: inout String
    ) {
        current += rest.prefix(skipped)
        rest.removeFirst(skipped)
        while !rest.isEmpty, !rest.hasPrefix(end) { current.append(rest.removeFirst()) }
        current += rest.prefix(end.count)
        rest = rest.dropFirst(end.count)
    }
}
