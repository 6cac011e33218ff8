/// Breaks text for people at blanks, so that it fits a terminal.
enum Paragraph {
    /// Columns of a line.
    static let width = 96

    /// The text in lines, all but the first indented. Lines that begin with a blank stay as they are.
    static func wrapped(_ text: String, indent: Int = 0) -> String {
        let margin = String(repeating: " ", count: indent)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { $0.first == " " ? [String($0)] : lines(of: $0, width - indent) }
            .joined(separator: "\n\(margin)")
    }

    private static func lines(of text: Substring, _ width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? "\(word)" : " \(word)"
        }
        return lines + [line]
    }
}
