import FoundationEssentials
import Glibc
import InterlockAPI
import Synchronization

/// Writes to the standard streams, each line at once.
///
/// Where JSON is asked for, standard output is for one document: lines go to standard error, and a command
/// that wrote no document of its own gives its lines as one.
enum Output {
    private struct State {
        var wantsJSON = false
        var hasDocument = false
        var lines: [String] = []
        /// Why something that was to go to standard output did not: an errno.
        var loss: Int32?
    }

    private struct Lines: Encodable { let lines: [String] }

    private static let state = Mutex(State())

    /// Whether a person looks at standard output.
    static let isTerminal = isatty(STDOUT_FILENO) == 1

    /// Keeps standard output for one document.
    static func reserveForJSON() { state.withLock { $0.wantsJSON = true } }

    /// Lets a command that follows something write any number of documents, each on a line.
    static func allowLines() { state.withLock { $0.hasDocument = true } }

    /// Writes the document of a command that ended without. Throws where something could not be written, such as
    /// on a full disk; a reader that went away knows what it does.
    static func finish() throws {
        let lines = state.withLock { $0.wantsJSON && !$0.hasDocument ? $0.lines : nil }
        if let lines { try json(Lines(lines: lines)) }
        if let loss = state.withLock(\.loss) {
            let reason = String(cString: strerror(loss))
            throw CommandFailure.refused("standard output could not be written: \(reason)")
        }
    }

    /// Writes a line, or several, to standard output.
    static func line(_ text: String) {
        let wantsJSON = state.withLock { state in
            if state.wantsJSON { state.lines.append(text) }
            return state.wantsJSON
        }
        write(safe(text) + "\n", to: wantsJSON ? STDERR_FILENO : STDOUT_FILENO)
    }

    /// Writes a line to standard error.
    static func error(_ text: String) { write(safe(text) + "\n", to: STDERR_FILENO) }

    /// Writes a question, whose answer follows on the same line, to standard error.
    static func ask(_ question: String) { write(safe(question), to: STDERR_FILENO) }

    /// Writes what is to appear at once, as it is, to standard output.
    static func raw(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes the JSON document to standard output.
    static func json(_ value: some Encodable) throws {
        let text = String(decoding: try WireCoding.encode(value), as: UTF8.self)
        state.withLock { $0.hasDocument = true }
        write(text + "\n", to: STDOUT_FILENO)
    }

    /// Says where the service listens: its own line, or the document `{"url": …}`.
    static func listening(_ address: String) throws {
        if state.withLock({ $0.wantsJSON }) { try json(["url": address]) }
        line("listening on \(address)")
    }

    /// Writes a document that people edit: indented, unless JSON is asked for.
    static func document(_ value: some Encodable, _ invocation: Invocation) throws {
        if invocation.wantsJSON { return try json(value) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // A file is made of it: nothing in it is written otherwise.
        write(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n", to: STDOUT_FILENO)
    }

    /// Writes names and values, one pair a line; what has no value is left out.
    static func facts(_ pairs: [(String, String?)]) {
        let width = pairs.map(\.0.count).max() ?? 0
        for (name, value) in pairs {
            guard let value else { continue }
            let gap = String(repeating: " ", count: width + 2 - name.count)
            line(name + gap + TerminalText.safe(value))
        }
    }

    /// Writes rows in columns, under a head.
    static func table(_ head: [String], _ rows: [[String]]) {
        for text in columns(head, rows) { line(text) }
    }

    /// The lines of a table; on a narrow terminal wide columns are cut.
    static func columns(_ head: [String], _ rows: [[String]]) -> [String] {
        TerminalTable(head, rows).lines(width: isTerminal ? TerminalSize.current.columns : nil)
    }

    /// What others wrote can't drive the terminal; line ends are ours.
    private static func safe(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { TerminalText.safe(String($0)) }.joined(separator: "\n")
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 {
                let loss = errno
                if descriptor == STDOUT_FILENO, loss != EPIPE { state.withLock { $0.loss = loss } }
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }
}
