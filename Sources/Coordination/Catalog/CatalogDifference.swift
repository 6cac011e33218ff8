import InterlockAPI

/// Says what applying a catalog would change against the one that stands, for `--dry-run`: lines for people, JSON for
/// tools.
package struct CatalogDifference: Codable, Hashable, Sendable {
    /// What an entry is about.
    package enum Subject: String, Codable, Hashable, Sendable, CaseIterable {
        case product
        case exclusionSet = "exclusion_set"
        case ownedRule = "owned_rule"
        case deadline
    }

    /// What happens to it.
    package enum Change: String, Codable, Hashable, Sendable {
        case added, removed, changed
    }

    /// Holds one member's value before and after; null where it is absent.
    package struct Detail: Codable, Hashable, Sendable {
        package let member: String
        package let from: String?
        package let to: String?

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(member, forKey: .member)
            try container.encode(from, forKey: .from)
            try container.encode(to, forKey: .to)
        }
    }

    /// Holds what changes about one thing.
    package struct Entry: Codable, Hashable, Sendable, CustomStringConvertible {
        package let subject: Subject
        package let name: String
        package let change: Change
        package let details: [Detail]

        package var isRemovedProduct: Bool { subject == .product && change == .removed }

        /// One line: `~ product pro: kind consumable → non_consumable`.
        package var description: String {
            let what = subject.rawValue.split(separator: "_").joined(separator: " ")
            let values = details.map { detail in
                switch change {
                case .added: "\(detail.member) \(detail.to ?? "none")"
                case .removed: "\(detail.member) \(detail.from ?? "none")"
                case .changed: "\(detail.member) \(detail.from ?? "none") → \(detail.to ?? "none")"
                }
            }
            let mark =
                switch change {
                case .added: "+"
                case .removed: "-"
                case .changed: "~"
                }
            return "\(mark) \(what) \(name): \(values.joined(separator: ", "))"
        }
    }

    /// In the order of `Subject`, then by name.
    package let changes: [Entry]

    package var isEmpty: Bool { changes.isEmpty }

    /// The products that would go, by name.
    package var removedProducts: [String] { changes.filter(\.isRemovedProduct).map(\.name) }

    /// One line for each change.
    package var lines: [String] { changes.map(\.description) }

    /// Compares; nil stands for no catalog, with the standard deadlines.
    package init(from old: Catalog?, to new: Catalog) {
        let before = old.map(Self.facts) ?? Self.facts(of: .standard)
        let after = Self.facts(new)
        changes = Set(before.keys).union(after.keys).sorted().compactMap { key in
            Self.entry(key, before[key], after[key])
        }
    }

    private struct Key: Hashable, Comparable {
        let subject: Subject
        let name: String

        static func < (left: Key, right: Key) -> Bool {
            let (first, second) = (left.subject.rank, right.subject.rank)
            return first == second ? left.name < right.name : first < second
        }
    }

    private typealias Facts = [Key: [(member: String, value: String)]]

    private static func entry(
        _ key: Key, _ before: [(member: String, value: String)]?,
        _ after: [(member: String, value: String)]?
    ) -> Entry? {
        let (old, new) = (before ?? [], after ?? [])
        var members = old.map(\.member)
        members += new.map(\.member).filter { !members.contains($0) }
        let details = members.compactMap { member -> Detail? in
            let from = old.first { $0.member == member }?.value
            let to = new.first { $0.member == member }?.value
            return from == to ? nil : Detail(member: member, from: from, to: to)
        }
        let change: Change = before == nil ? .added : after == nil ? .removed : .changed
        if change == .changed, details.isEmpty { return nil }
        return Entry(subject: key.subject, name: key.name, change: change, details: details)
    }

    private static func facts(of deadlines: Deadlines) -> Facts {
        var facts: Facts = [:]
        for bound in Deadlines.bounds {
            let value = ISODuration(seconds: deadlines[keyPath: bound.path]).description
            facts[Key(subject: .deadline, name: bound.name)] = [("length", value)]
        }
        return facts
    }

    private static func facts(_ catalog: Catalog) -> Facts {
        var facts = facts(of: catalog.deadlines)
        if catalog.billingRetryEntitles {
            facts[Key(subject: .ownedRule, name: "billing retry")] = [("entitles", "true")]
        }
        for product in catalog.products {
            var values = [
                ("kind", product.kind.rawValue),
                ("exclusion_sets", product.sets.joined(separator: ", ")),
            ]
            if let group = product.subscriptionGroup {
                values.append(("subscription_group", group))
            }
            if let level = product.level { values.append(("level", "\(level)")) }
            if product.familyShareable { values.append(("family_shareable", "true")) }
            if let duration = product.duration {
                values.append(("duration", duration.description))
            }
            facts[Key(subject: .product, name: product.id)] = values
        }
        for (set, audience) in catalog.audiences {
            facts[Key(subject: .exclusionSet, name: set)] = [("audience", audience.rawValue)]
        }
        for (pair, outcome) in catalog.overrides {
            var values = [("rule", outcome.rule.rawValue)]
            if let risk = outcome.risk { values.append(("risk", risk.rawValue)) }
            let name = "\(pair.owned) → \(pair.wanted)"
            facts[Key(subject: .ownedRule, name: name)] = values
        }
        return facts
    }
}

extension CatalogDifference.Subject {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
