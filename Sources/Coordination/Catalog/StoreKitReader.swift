import InterlockAPI

/// Reads the members of a StoreKit configuration one by one; what it can't read it notes and leaves out.
struct StoreKitReader {
    private typealias Members = [String: WireValue]

    /// The newest `version.major` whose files are known.
    private static let newestVersion: Int64 = 4
    private static let kinds: [String: ProductKind] = [
        "Consumable": .consumable, "NonConsumable": .nonConsumable,
        "NonRenewingSubscription": .nonRenewing, "RecurringSubscription": .autoRenewable,
    ]

    private(set) var products: [CatalogDocument.Product] = []
    /// Those of groups with family-shareable and other subscriptions, whose audience has to be said.
    private(set) var sets: [CatalogDocument.ExclusionSet] = []
    private(set) var notes: [CatalogProblem] = []
    /// Where each product was read.
    private var places: [String: String] = [:]

    mutating func read(_ members: [String: WireValue]) {
        if case .object(let version) = members["version"],
            case .integer(let major) = version["major"], major > Self.newestVersion
        {
            note("version.major", "is \(major); it is read like \(Self.newestVersion)")
        }
        for name in ["products", "nonRenewingSubscriptions"] {
            each(members, name, at: "") { reader, product, place in
                reader.readProduct(product, place, group: nil)
            }
        }
        each(members, "subscriptionGroups", at: "") { $0.readGroup($1, $2) }
    }

    private mutating func readGroup(_ members: Members, _ place: String) {
        let group = text(members, "id")
        if group == nil { note("\(place).id", "is missing: its subscriptions have no group") }
        let first = products.count
        each(members, "subscriptions", at: place) { reader, subscription, place in
            reader.readProduct(subscription, place, group: group)
        }
        let shared = products[first...].count { $0.familyShareable == true }
        guard let group, shared > 0, shared < products.count - first else { return }
        sets.append(.init(id: group, audience: Audience.account.rawValue))
    }

    private mutating func readProduct(_ members: Members, _ place: String, group: String?) {
        guard let id = text(members, "productID") else {
            return note("\(place).productID", "is missing: left out")
        }
        guard places[id] == nil else {
            return note("\(place).productID", "\"\(id)\" is \(places[id] ?? "") already: left out")
        }
        let type = text(members, "type") ?? ""
        guard let kind = Self.kinds[type] else {
            return note("\(place).type", "\"\(type)\" is no kind of a catalog: \(id) is left out")
        }
        places[id] = place
        var product = CatalogDocument.Product(productID: id, kind: kind.rawValue)
        if case .bool(true) = members["familyShareable"] { product.familyShareable = true }
        if kind == .autoRenewable {
            product.subscriptionGroup = group ?? text(members, "subscriptionGroupID")
            product.level = level(members, place)
            product.duration = duration(members, place)
        }
        products.append(product)
    }

    private mutating func level(_ members: Members, _ place: String) -> Int64? {
        switch members["groupNumber"] {
        case nil: return nil
        case .integer(let level) where (1...1_000).contains(level): return level
        default: note("\(place).groupNumber", "is not from 1 to 1000: left out")
        }
        return nil
    }

    private mutating func duration(_ members: Members, _ place: String) -> String? {
        guard let text = text(members, "recurringSubscriptionPeriod") else { return nil }
        if let duration = ISODuration(text), !duration.isZero { return text }
        note(
            "\(place).recurringSubscriptionPeriod",
            "\"\(text)\" is no ISO 8601 duration: left out")
        return nil
    }

    /// A text that is there and not empty.
    private func text(_ members: Members, _ name: String) -> String? {
        guard case .string(let text) = members[name], !text.isEmpty else { return nil }
        return text
    }

    private mutating func each(
        _ members: Members, _ name: String, at place: String,
        _ read: (inout StoreKitReader, Members, String) -> Void
    ) {
        guard let value = members[name], value != .null else { return }
        let place = place.isEmpty ? name : "\(place).\(name)"
        guard case .array(let elements) = value else {
            return note(place, "is no array: left out")
        }
        for (index, element) in elements.enumerated() {
            if case .object(let members) = element {
                read(&self, members, "\(place)[\(index)]")
            } else {
                note("\(place)[\(index)]", "is no object: left out")
            }
        }
    }

    private mutating func note(_ place: String, _ message: String) {
        notes.append(CatalogProblem(place, message))
    }
}
