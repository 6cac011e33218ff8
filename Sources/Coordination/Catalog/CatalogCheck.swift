import InterlockAPI

/// Checks what a reader found against itself: duplicates, references, audiences, sizes.
struct CatalogCheck {
    let reader: CatalogReader
    private(set) var errors: [CatalogProblem]
    private(set) var warnings: [CatalogProblem]
    private(set) var products: [Catalog.Product] = []
    private(set) var audiences: [String: Audience] = [:]
    private(set) var overrides: [Catalog.Pair: OwnedRule.Outcome] = [:]

    private var indices: [String: Int] = [:]
    private var members: [String: [Int]] = [:]

    init(_ reader: CatalogReader) {
        self.reader = reader
        errors = reader.errors
        warnings = reader.warnings
    }

    mutating func run() {
        checkProducts()
        checkOwnSets()
        checkSizes()
        checkAudiences()
        checkRules()
    }

    mutating func fail(_ place: String, _ message: String) {
        errors.append(CatalogProblem(place, message))
    }

    private mutating func warn(_ place: String, _ message: String) {
        warnings.append(CatalogProblem(place, message))
    }

    private mutating func checkProducts() {
        var places: [String: String] = [:]
        for read in reader.products {
            if let first = places[read.id] {
                fail("\(read.place).product_id", "\"\(read.id)\" is \(first) already")
                continue
            }
            places[read.id] = read.place
            if read.subscriptionGroup != nil, let kind = read.kind, kind != .autoRenewable {
                warn(
                    "\(read.place).subscription_group",
                    "the store groups auto_renewable products only")
            }
            if read.kind == .autoRenewable, read.subscriptionGroup == nil {
                warn(
                    "\(read.place).subscription_group",
                    "is missing: changes between plans of one group can't be told")
            }
            if read.kind == .nonRenewing, read.duration == nil {
                warn("\(read.place).duration", "is missing: this product will never end")
            }
            let sets = read.sets ?? [read.subscriptionGroup ?? read.id]
            for set in sets { members[set, default: []].append(products.count) }
            indices[read.id] = products.count
            products.append(
                Catalog.Product(
                    id: read.id, kind: read.kind ?? .consumable,
                    subscriptionGroup: read.subscriptionGroup, level: read.level, sets: sets,
                    familyShareable: read.familyShareable, duration: read.duration))
        }
    }

    /// A product that is by default alone in a set of its own name must really be alone.
    private mutating func checkOwnSets() {
        for read in reader.products where read.sets == nil && read.subscriptionGroup == nil {
            guard let others = members[read.id], others.count > 1 else { continue }
            fail(
                "\(read.place).exclusion_sets",
                "would be \"\(read.id)\" by default, which other products are in; say which")
        }
    }

    private mutating func checkSizes() {
        for (set, indices) in members.sorted(by: { $0.key < $1.key })
        where indices.count > CatalogLimits.productsPerSet {
            fail(
                "products",
                "\(indices.count) are in set \"\(set)\"; at most "
                    + "\(CatalogLimits.productsPerSet) may be")
        }
        let groups = Dictionary(grouping: products.compactMap(\.subscriptionGroup)) { $0 }
        for (group, entries) in groups.sorted(by: { $0.key < $1.key })
        where entries.count > CatalogLimits.productsPerSet {
            fail(
                "products",
                "\(entries.count) are in subscription group \"\(group)\"; at most "
                    + "\(CatalogLimits.productsPerSet) may be")
        }
    }

    private mutating func checkAudiences() {
        var declared: [String: Int] = [:]
        for (index, set) in reader.sets.enumerated() {
            if let first = declared[set.id] {
                fail("\(set.place).id", "\"\(set.id)\" is \(reader.sets[first].place) already")
                continue
            }
            declared[set.id] = index
            if members[set.id] == nil {
                warn("\(set.place).id", "no product is in \"\(set.id)\"")
            }
        }
        for (set, indices) in members.sorted(by: { $0.key < $1.key }) {
            if let index = declared[set] {
                audiences[set] = reader.sets[index].audience
                continue
            }
            let shared = indices.filter { products[$0].familyShareable }
            if !shared.isEmpty, shared.count < indices.count {
                let first = products[indices[0]].familyShareable
                let odd = indices.first { products[$0].familyShareable != first } ?? indices[0]
                fail(
                    "products[\(position(odd))].exclusion_sets",
                    "set \"\(set)\" has family-shareable and other products; say its audience "
                        + "in exclusion_sets")
            }
            audiences[set] = shared.isEmpty ? .account : .group
        }
    }

    /// The place of a product in the document, which may have had unreadable or repeated ones before it.
    private func position(_ index: Int) -> String {
        let id = products[index].id
        let place = reader.products.first { $0.id == id }?.place ?? ""
        return String(place.dropFirst("products[".count).dropLast())
    }

    private mutating func checkRules() {
        var places: [Catalog.Pair: String] = [:]
        for rule in reader.rules {
            let pair = Catalog.Pair(owned: rule.owned, wanted: rule.wanted)
            if let first = places[pair] {
                fail(rule.place, "the pair stands in \(first) already")
                continue
            }
            places[pair] = rule.place
            let owned = indices[rule.owned].map { products[$0] }
            let wanted = indices[rule.wanted].map { products[$0] }
            if owned == nil { fail("\(rule.place).owned", "no product \"\(rule.owned)\"") }
            if wanted == nil { fail("\(rule.place).wanted", "no product \"\(rule.wanted)\"") }
            if rule.blocks == true, rule.risk != nil {
                warn("\(rule.place).risk", "is ignored: what is blocked carries none")
            }
            guard let owned, let wanted, let blocks = rule.blocks else { continue }
            if Set(owned.sets).isDisjoint(with: wanted.sets) {
                fail(rule.place, "the two products share no exclusion set")
            }
            if owned.kind == .consumable {
                fail("\(rule.place).owned", "a consumable is never owned")
            }
            overrides[pair] = OwnedRule.Outcome(
                rule: blocks ? .block : .allow, risk: blocks ? nil : rule.risk)
        }
    }
}
