import InterlockAPI

/// Writes one record of the audit for a terminal: each part on one line.
struct AuditWords {
    private let record: AuditRecord

    init(_ record: AuditRecord) { self.record = record }

    var actor: String {
        let actor = members(record.actor)
        return words(actor["label"] ?? .string("?"))
    }

    var subject: String {
        members(record.subject).sorted { $0.key < $1.key }
            .map { "\(name(of: $0.key))=\(words($0.value, of: $0.key))" }.joined(separator: " ")
    }

    /// `status: pending → released`, where the two differ.
    var changes: String {
        let before = members(record.before), after = members(record.after)
        return Set(before.keys).union(after.keys).sorted()
            .filter { before[$0] != after[$0] }
            .map { name in
                let was = before[name].map { words($0, of: name) } ?? "–"
                let now = after[name].map { words($0, of: name) } ?? "–"
                return "\(self.name(of: name)): \(was) → \(now)"
            }
            .joined(separator: "; ")
    }

    private func name(of member: String) -> String {
        member.hasSuffix("_subject") ? String(member.dropLast("_subject".count)) : member
    }

    private func words(_ value: WireValue, of member: String = "") -> String {
        switch value {
        case .null: return "none"
        case .bool(let flag): return "\(flag)"
        case .integer(let number): return "\(number)"
        case .number(let number): return "\(number)"
        case .string(let text):
            guard member.hasSuffix("_subject") else {
                // Whoever chose it chose no control characters of our terminal's.
                return String(text.filter { $0 >= " " })
            }
            return record.accounts[text] ?? "forgotten:\(text.prefix(8))"
        case .array(let elements):
            return elements.isEmpty ? "none" : elements.map { words($0) }.joined(separator: ",")
        case .object(let members):
            return members.sorted { $0.key < $1.key }.map { "\($0.key)=\(words($0.value))" }
                .joined(separator: ",")
        }
    }

    private func members(_ value: WireValue) -> [String: WireValue] {
        if case .object(let members) = value { members } else { [:] }
    }
}
