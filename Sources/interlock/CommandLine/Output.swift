import Glibc
import InterlockAPI

/// Writes to the standard streams, each line at once.
enum Output {
    /// Whether a person looks at standard output.
    static let isTerminal = isatty(STDOUT_FILENO) == 1

    /// Writes a line to standard output.
    static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    /// Writes a line to standard error.
    static func error(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// Writes one JSON document to standard output.
    static func json(_ value: some Encodable) throws {
        line(String(decoding: try WireCoding.encode(value), as: UTF8.self))
    }

    /// Writes rows in columns, under a head.
    static func table(_ head: [String], _ rows: [[String]]) {
        let all = [head] + rows
        let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        for row in all {
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            var text = cells.joined(separator: "  ")
            while text.last == " " { text.removeLast() }
            line(text)
        }
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
