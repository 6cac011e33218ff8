import FoundationEssentials
import Testing

@Suite("Field cases: the table")
struct FieldCaseTablePromises {
    /// The numbers of the collection.
    static let numbers = [
        1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 21, 23, 24, 26, 27, 29, 30, 31, 32, 34,
        35,
        37, 38, 40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70,
        71, 73, 74, 75, 77, 79,
    ]

    /// The suites in which every test is a field case's.
    static let suites = [
        "FieldCasesPending", "FieldCasesDelivery", "FieldCasesAccounts", "FieldCasesNotifications",
        "FieldCasesVerification", "FieldCasesTime",
    ]

    @Test func `every number has its row, with a promise, and a test or a reason`() {
        #expect(FieldCase.all.map(\.number) == Self.numbers)
        for row in FieldCase.all {
            #expect(!row.promise.isEmpty && !row.promise.contains("\n"))
            #expect(!row.shown.isEmpty || row.outOfReach?.isEmpty == false, "\(row)")
        }
    }

    @Test(arguments: FieldCase.all)
    func `every test that the table names is there`(row: FieldCase) throws {
        for shown in row.shown {
            let text = try Self.source(shown.file)
            let suite = try Regex("struct \(shown.suite)\\b")
            #expect(text.contains(suite), "\(shown.file) has no suite \(shown.suite)")
            #expect(
                Self.tests(in: text).contains(shown.test), "\(shown.file) has no \(shown.test)")
        }
    }

    @Test(arguments: suites)
    func `every field case's test is in the table`(suite: String) throws {
        let named = FieldCase.all.flatMap(\.shown).filter { $0.suite == suite }.map(\.test)
        let written = Self.tests(in: try Self.source("ServiceTests/\(suite).swift"))
        #expect(!written.isEmpty && Set(written) == Set(named))
    }

    /// A file below `Tests/`.
    private static func source(_ file: String) throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        return String(decoding: try Data(contentsOf: tests.appending(path: file)), as: UTF8.self)
    }

    /// The functions that are tests, by their names.
    private static func tests(in text: String) -> [String] {
        text.matches(of: /(?s)@Test\b.*?\bfunc (`[^`]+`|\w+)/).map {
            $0.output.1.filter { $0 != "`" }
        }
    }
}
