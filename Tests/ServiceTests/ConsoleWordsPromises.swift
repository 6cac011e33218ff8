import InterlockAPI
import Storage
import Testing

@testable import Service

@Suite("The console's words")
struct ConsoleWordsPromises {
    private static let both = [ConsoleWords(.english), ConsoleWords(.chinese)]

    private func hasLatin(_ text: String) -> Bool { text.contains(/[A-Za-z]{2,}/) }

    @Test(arguments: IncidentKind.allCases)
    func `each kind of incident says what it means and what a person does about it`(
        _ kind: IncidentKind
    ) throws {
        let english = try #require(Self.both[0].meaning(of: kind.rawValue))
        let chinese = try #require(Self.both[1].meaning(of: kind.rawValue))
        #expect(english.split(separator: ". ").count == 2 && english.hasSuffix("."), "\(english)")
        #expect(!hasLatin(chinese) && chinese.hasSuffix("。"), "\(chinese)")
        #expect(Self.both[0].meaning(of: "of_tomorrow") == nil)
    }

    @Test(arguments: AuditAct.allCases)
    func `each act of the audit is said in words of both languages`(_ act: AuditAct) {
        let said = Self.both.map { $0.act(act.rawValue) }
        #expect(!said[0].contains(/[._]/) && said[0].first?.isUppercase == true)
        #expect(!hasLatin(said[1]))
        #expect(Self.both[0].act("other.act") == "other.act")
    }

    @Test func `members of a record have names in both languages`() {
        for name in ConsoleMembers.names.keys {
            let said = Self.both.map { $0.member(name) }
            #expect(!said[0].contains("_") && said[0].first?.isUppercase == true, "\(name)")
            #expect(!hasLatin(said[1]), "\(name)")
        }
        #expect(Self.both[0].member("token_id") == "Account that the purchase names")
    }

    @Test func `a word has one Chinese, wherever it stands`() {
        let all = ConsoleTerms.parts.flatMap { $0 }
        let words = Dictionary(grouping: all, by: \.key)
        for (word, found) in words where Set(found.map(\.value)).count > 1 {
            Issue.record("\(word): \(found.map(\.value))")
        }
    }

    @Test func `Chinese has its own brackets, colons and commas`() {
        let chinese = Self.both[1]
        #expect(chinese.named(chinese.account, "ann") == "账户：ann")
        #expect(chinese.aside("x") == "（x）" && Self.both[0].aside("x") == " (x)")
        #expect(chinese.list(["a", "b"]) == "a、b")
    }
}
