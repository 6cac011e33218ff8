import Testing

@testable import interlock

/// What tables look like on a terminal.
@Suite struct TerminalTests {
    private static let id = "01980000-0000-7000-8000-000000000001"
    private static let time = "2026-11-30T09:00:00Z"
    private static let head = ["INTENT", "ACCOUNT", "PRODUCT", "SINCE", "DEVICE"]

    @Test("A long text is cut with an ellipsis on a narrow terminal; ids and times are whole")
    func narrow() {
        let long = String(repeating: "a", count: 128)
        let table = TerminalTable(
            Self.head, [[Self.id, long, "monthly", Self.time, "phone"]])
        let lines = table.lines(width: 100)
        #expect(lines.allSatisfy { TerminalText.width($0) <= 100 })
        let row = lines[1]
        for text in [Self.id, "a…  ", "monthly", Self.time, "phone"] {
            #expect(row.contains(text), "\(row)")
        }
        #expect(lines[0].contains("SINCE"))
        // Nothing is lost where nobody's screen is narrow, or where it is no screen.
        for width in [nil, 300] as [Int?] {
            #expect(table.lines(width: width)[1].contains(long))
        }
    }

    @Test("A watch has room for product and age on eighty columns, whatever the account is called")
    func eighty() {
        let long = String(repeating: "a", count: 128)
        let head = ["STUCK", "INTENT", "STATUS", "ACCOUNT", "PRODUCT", "SINCE", "ENVIRONMENT"]
        let lines = TerminalTable(
            head,
            [
                ["yes", Self.id, "pending", long, long, ShortDuration.rough(266_400), "Sandbox"],
                ["", Self.id, "reserved", "ada", "monthly", ShortDuration.rough(59), "Sandbox"],
            ]
        ).lines(width: 80).map { TerminalText.cut($0, to: 80) }
        #expect(lines[1].contains("  aaaaaaa…  aaaaaaa…  3d"), "\(lines)")
        #expect(lines[2].contains("  ada       monthly   59s"), "\(lines)")
        #expect(ShortDuration.rough(-5) == "0s" && ShortDuration.rough(7_199) == "1h")
    }

    @Test("Of several long columns the longest give way first, and none becomes unreadable")
    func several() {
        let table = TerminalTable(
            ["A", "B", "C"],
            [
                [
                    String(repeating: "x", count: 60), String(repeating: "y", count: 30),
                    String(repeating: "z", count: 200),
                ]
            ])
        let row = table.lines(width: 80)[1].split(separator: " ")
        #expect(row[0].count == 26 && row[1].count == 26 && row[0].last == "…")
        #expect(row[2].count == 200, "the last column pushes nothing away")
        let tiny = table.lines(width: 10)[1].split(separator: " ")
        #expect(tiny[0].count == 8 && tiny[1].count == 8)
    }

    @Test("Columns line up whatever is in them: wide characters take two places")
    func wide() {
        let lines = TerminalTable(
            ["A", "B"], [["家庭账户", "1"], ["ab", "2"], ["👨‍👩‍👧", "3"]]
        ).lines(width: nil)
        let places = lines.dropFirst().map { TerminalText.width(String($0.dropLast())) }
        #expect(Set(places).count == 1, "\(lines)")
        #expect(TerminalText.cut("家庭账户", to: 5) == "家庭…")
        #expect(TerminalText.cut("家庭账户", to: 8) == "家庭账户")
        #expect(TerminalText.width(TerminalText.cut("家庭账户", to: 6)) <= 6)
    }

    @Test(
        "What would turn or drive the terminal is written out, never raw",
        arguments: [
            ("a\u{202E}b", #"a\u{202E}b"#), ("\u{1B}[2J", #"\u{1B}[2J"#),
            ("a\nb\tc", "a b c"),
            ("\u{7F}\u{9B}", #"\u{7F}\u{9B}"#), ("\u{2066}x\u{2069}", #"\u{2066}x\u{2069}"#),
            ("\u{200F}\u{61C}\u{FEFF}", #"\u{200F}\u{61C}\u{FEFF}"#),
            ("a\u{2028}", #"a\u{2028}"#),
            ("Zoë 家 👨‍👩‍👧 e\u{301}", "Zoë 家 👨‍👩‍👧 e\u{301}"),
        ])
    func controls(text: String, shown: String) {
        #expect(TerminalText.safe(text) == shown)
        let lines = TerminalTable(["A", "B"], [[text, text]]).lines(width: nil)
        #expect(lines[1] == "\(shown)  \(shown)")
    }
}
