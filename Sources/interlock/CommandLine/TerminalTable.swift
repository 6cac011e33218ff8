/// Lays rows out in columns.
///
/// Where a width is given, the widest columns of text are cut with an ellipsis until the others have room. Ids and
/// times stay whole: they are copied. So does the last column, which has no other to push away.
struct TerminalTable {
    /// A column is not made narrower than this, nor than its head.
    private static let narrowest = 8
    /// What the last column should have at least, if it needs it.
    private static let last = 24
    private static let gap = 2

    let head: [String]
    let rows: [[String]]

    /// Takes rows of as many cells as the head has.
    init(_ head: [String], _ rows: [[String]]) {
        self.head = head
        self.rows = rows.map { $0.map(TerminalText.safe) }
    }

    /// The lines, the head first; `width` is the terminal's, nil where there is none.
    func lines(width: Int?) -> [String] {
        let widths = widths(within: width)
        return ([head] + rows).map { row in
            var text = ""
            for (column, cell) in row.enumerated() {
                let isLast = column == row.count - 1
                let cell = isLast ? cell : TerminalText.cut(cell, to: widths[column])
                text += cell
                if !isLast {
                    let room = widths[column] - TerminalText.width(cell) + Self.gap
                    text += String(repeating: " ", count: room)
                }
            }
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    private func widths(within width: Int?) -> [Int] {
        var widths = head.indices.map { column in
            ([head] + rows).map { TerminalText.width($0[column]) }.max() ?? 0
        }
        guard let width else { return widths }
        let floors = head.indices.map { max(Self.narrowest, TerminalText.width(head[$0])) }
        let cuttable = head.indices.dropLast().filter { !isExact($0) }
        func taken() -> Int {
            let others = widths.dropLast().reduce(0) { $0 + $1 + Self.gap }
            return others + min(widths.last ?? 0, Self.last)
        }
        while taken() > width {
            let widest = cuttable.filter { widths[$0] > floors[$0] }.max { widths[$0] < widths[$1] }
            guard let widest else { break }
            widths[widest] -= 1
        }
        return widths
    }

    /// Whether a column has nothing but ids of ours and times, which are of use only whole.
    private func isExact(_ column: Int) -> Bool {
        rows.allSatisfy { row in
            let cell = row[column]
            return cell.utf8.count <= 40
                && cell.utf8.allSatisfy { "0123456789abcdefABCDEF-:.TZ".utf8.contains($0) }
        }
    }
}
