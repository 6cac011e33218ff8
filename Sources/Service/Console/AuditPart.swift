import FoundationEssentials
import InterlockAPI

/// The pieces of one record of the audit. What it holds came through forms and from other programs: all of it
/// is text.
struct AuditPart {
    /// Members whose values are words of the API's.
    private static let closed: Set = [
        "status", "pending_reason", "kind", "environment", "environments", "role",
        "members_changed",
    ]

    private let page: ConsolePage
    private let record: AuditRecord

    init(_ page: ConsolePage, _ record: AuditRecord) {
        self.page = page
        self.record = record
    }

    /// By its label; a user of the machine is told from a key.
    var actor: HTML {
        let actor = members(record.actor)
        let kind: HTML? =
            actor["kind"] == .string("command_line")
            ? page.quiet(" " + page.words.plain("command_line")) : nil
        return .group(actor["label"].map { value($0) } ?? page.quiet("–"), kind)
    }

    /// What it was done to, with a link where there is a page for it.
    var subject: HTML {
        let subject = members(record.subject)
        guard !subject.isEmpty else { return page.quiet("–") }
        return list(subject.sorted { $0.key < $1.key }.map { ($0.key, member($0.key, $0.value)) })
    }

    /// What changed: before → after.
    var changes: HTML {
        let before = members(record.before), after = members(record.after)
        let names = Set(before.keys).union(after.keys).sorted()
        let changed = names.filter { before[$0] != after[$0] }
        guard !changed.isEmpty else { return page.quiet("–") }
        return list(
            changed.map { name in
                let was = before[name].map { member(name, $0) } ?? page.quiet("–")
                let `is` = after[name].map { member(name, $0) } ?? page.quiet("–")
                return (name, .group(was, " → ", `is`))
            })
    }

    private func list(_ parts: [(name: String, value: HTML)]) -> HTML {
        HTMLTag.ul(
            [.style(.plainList)],
            .all(
                parts.map { name, value in
                    let shown = name.hasSuffix("_subject") ? String(name.dropLast(8)) : name
                    return HTMLTag.li(
                        page.quiet(page.words.member(shown)), " ", value)
                }))
    }

    private func member(_ name: String, _ value: WireValue) -> HTML {
        if case .array(let elements) = value, !elements.isEmpty {
            return .all(
                elements.enumerated().map {
                    .group(
                        .text($0.offset == 0 ? "" : page.words.comma), member(name, $0.element))
                })
        }
        if name == "stuck", case .object(let rule) = value { return self.rule(rule) }
        guard case .string(let text) = value else { return self.value(value) }
        if name.hasSuffix("_subject") { return account(text) }
        if name == "intent_id", let id = UUID(uuidString: text) {
            return HTMLTag.a([.href(.intent(id))], page.code(text))
        }
        if name == "original_transaction_id" || name == "transaction_id" {
            return HTMLTag.a([.href(.transaction(text))], page.code(text))
        }
        if Self.closed.contains(name) { return page.foreign(page.words.plain(text)) }
        if name.hasSuffix("_at") || name.hasSuffix("_until"), let time = Timestamp(text) {
            return page.time(time)
        }
        return self.value(value)
    }

    /// The account's page; for one that was forgotten, what else was done to it.
    private func account(_ subject: String) -> HTML {
        if let id = record.accounts[subject] { return page.account(id) }
        return HTMLTag.a(
            [.href(.audit([("subject", subject)]))], .text(page.words.forgottenAccount), " ",
            page.code(String(subject.prefix(8))))
    }

    /// What an app calls stuck: after how long, for each status.
    private func rule(_ rule: [String: WireValue]) -> HTML {
        .all(
            rule.sorted { $0.key < $1.key }.map { name, value in
                guard case .integer(let seconds) = value else { return member(name, value) }
                return .group(
                    page.quiet(page.words.member(name)), " ",
                    .text(page.words.age(seconds: seconds)), " ")
            })
    }

    private func value(_ value: WireValue) -> HTML {
        switch value {
        case .null: page.quiet("–")
        case .bool(let flag): .text(flag ? page.words.yes : page.words.no)
        case .integer(let number): .text("\(number)")
        case .number(let number): .text("\(number)")
        case .string(let text): page.foreign(text)
        case .array(let elements):
            elements.isEmpty
                ? page.quiet(page.words.none)
                : .all(elements.map { .group(self.value($0), " ") })
        case .object(let members):
            .all(
                members.sorted { $0.key < $1.key }.map {
                    .group(page.quiet(label($0.key)), " ", member($0.key, $0.value), " ")
                })
        }
    }

    /// A product's id is no word of ours.
    private func label(_ name: String) -> String {
        ConsoleMembers.names[name] == nil ? name : page.words.member(name)
    }

    private func members(_ value: WireValue) -> [String: WireValue] {
        if case .object(let members) = value { members } else { [:] }
    }
}
