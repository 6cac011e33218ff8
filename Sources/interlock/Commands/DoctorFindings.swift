/// Collects what the doctor finds, and says each at once.
struct DoctorFindings: Encodable {
    enum Verdict: String, Encodable {
        case ok, warn, fail
    }

    struct Finding: Encodable {
        let verdict: Verdict
        let text: String
    }

    private(set) var checks: [Finding] = []

    mutating func say(_ verdict: Verdict, _ text: String) {
        checks.append(Finding(verdict: verdict, text: text))
        let word = verdict.rawValue
        Output.line("\(word)\(String(repeating: " ", count: 6 - word.count))\(text)")
    }

    /// What ends the command when something failed.
    var failure: CommandFailure? {
        let failed = checks.filter { $0.verdict == .fail }.map(\.text)
        return failed.isEmpty ? nil : .refused(failed.joined(separator: "; "))
    }
}
