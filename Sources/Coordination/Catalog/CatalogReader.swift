import InterlockAPI

/// Reads a catalog document member by member and notes every wrong type, word and bound with its place, instead of
/// stopping at the first as a decoder does.
///
/// Unknown members are ignored with a warning; unknown words of a closed set (`kind`, `audience`, `rule`) and unknown
/// deadlines are errors.
struct CatalogReader {
    struct Product {
        var place: String
        var id: String
        var kind: ProductKind?
        var subscriptionGroup: String?
        var level: Int64?
        var sets: [String]?
        var familyShareable = false
        var duration: ISODuration?
    }

    struct ExclusionSet {
        var place: String
        var id: String
        var audience: Audience?
    }

    struct OwnedRule {
        var place: String
        var owned: String
        var wanted: String
        var blocks: Bool?
        var risk: Risk?
    }

    private(set) var errors: [CatalogProblem] = []
    private(set) var warnings: [CatalogProblem] = []
    private(set) var products: [Product] = []
    private(set) var sets: [ExclusionSet] = []
    private(set) var rules: [OwnedRule] = []
    private(set) var deadlines = Deadlines.standard
    private(set) var billingRetryEntitles = false

    init(_ document: WireValue) {
        guard case .object(let members) = document else {
            fail("", "must be an object")
            return
        }
        warnUnknown(
            members,
            known: [
                "products", "exclusion_sets", "owned_rules", "deadlines", "billing_retry_entitles",
            ], at: "")
        if let elements = array(members, "products", at: "", required: true) {
            if elements.count > CatalogLimits.products {
                fail("products", "must have at most \(CatalogLimits.products) elements")
            }
            each(elements, "products") { reader, members, place in
                reader.readProduct(members, place)
            }
        }
        each(array(members, "exclusion_sets", at: "") ?? [], "exclusion_sets") {
            $0.readSet($1, $2)
        }
        each(array(members, "owned_rules", at: "") ?? [], "owned_rules") { $0.readRule($1, $2) }
        switch present(members, "billing_retry_entitles") {
        case nil: break
        case .bool(let value): billingRetryEntitles = value
        default: fail("billing_retry_entitles", "must be true or false")
        }
        if let value = present(members, "deadlines") {
            if case .object(let members) = value {
                readDeadlines(members)
            } else {
                fail("deadlines", "must be an object")
            }
        }
    }

    mutating func fail(_ place: String, _ message: String) {
        errors.append(CatalogProblem(place, message))
    }

    mutating func warn(_ place: String, _ message: String) {
        warnings.append(CatalogProblem(place, message))
    }

    private mutating func readProduct(_ members: [String: WireValue], _ place: String) {
        let known: Set = [
            "product_id", "kind", "subscription_group", "level", "exclusion_sets",
            "family_shareable", "duration",
        ]
        warnUnknown(members, known: known, at: place)
        let id = identifier(members, "product_id", at: place, required: true)
        var product = Product(place: place, id: id ?? "")
        product.kind = word(members, "kind", at: place)
        product.subscriptionGroup = identifier(members, "subscription_group", at: place)
        switch present(members, "level") {
        case nil: break
        case .integer(let level) where (1...1_000).contains(level): product.level = level
        default: fail("\(place).level", "must be a whole number from 1 to 1000")
        }
        switch present(members, "family_shareable") {
        case nil: break
        case .bool(let value): product.familyShareable = value
        default: fail("\(place).family_shareable", "must be true or false")
        }
        if let text = string(members, "duration", at: place) {
            product.duration = ISODuration(text).flatMap { $0.isZero ? nil : $0 }
            if product.duration == nil {
                fail("\(place).duration", "must be an ISO 8601 duration above zero, such as P1M")
            }
        }
        product.sets = readSets(members, place)
        if id != nil { products.append(product) }
    }

    private mutating func readSets(_ members: [String: WireValue], _ place: String) -> [String]? {
        guard let elements = array(members, "exclusion_sets", at: place) else { return nil }
        let at = "\(place).exclusion_sets"
        if elements.isEmpty {
            fail(at, "must name at least one set; leave it out for the default")
            return nil
        }
        if elements.count > CatalogLimits.setsPerProduct {
            fail(at, "must have at most \(CatalogLimits.setsPerProduct) elements")
        }
        var sets: [String] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let id) = element else {
                fail("\(at)[\(index)]", "must be a string")
                continue
            }
            guard let id = checked(id, at: "\(at)[\(index)]") else { continue }
            if sets.contains(id) {
                fail("\(at)[\(index)]", "names \"\(id)\" a second time")
            } else {
                sets.append(id)
            }
        }
        return sets.isEmpty ? nil : sets.sorted()
    }

    private mutating func readSet(_ members: [String: WireValue], _ place: String) {
        warnUnknown(members, known: ["id", "audience"], at: place)
        let id = identifier(members, "id", at: place, required: true)
        let audience: Audience? = word(members, "audience", at: place)
        if let id { sets.append(ExclusionSet(place: place, id: id, audience: audience)) }
    }

    private mutating func readRule(_ members: [String: WireValue], _ place: String) {
        warnUnknown(members, known: ["owned", "wanted", "rule", "risk"], at: place)
        let owned = identifier(members, "owned", at: place, required: true)
        let wanted = identifier(members, "wanted", at: place, required: true)
        var blocks: Bool?
        switch string(members, "rule", at: place, required: true) {
        case nil: break
        case "block": blocks = true
        case "allow": blocks = false
        default: fail("\(place).rule", "must be one of block, allow")
        }
        var risk: Risk?
        if let text = string(members, "risk", at: place) {
            let isWord = text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "_")
            }
            if isWord, !text.isEmpty, text.utf8.count <= CatalogLimits.risk {
                risk = Risk(rawValue: text)
            } else {
                fail(
                    "\(place).risk",
                    "must be a word of a-z, 0-9 and _, at most \(CatalogLimits.risk) bytes")
            }
        }
        guard let owned, let wanted else { return }
        rules.append(
            OwnedRule(place: place, owned: owned, wanted: wanted, blocks: blocks, risk: risk))
    }

    /// Refuses a name that is no deadline's, unlike unknown members elsewhere, which are ignored: the deadline
    /// that was meant would silently stay the standard one.
    private mutating func readDeadlines(_ members: [String: WireValue]) {
        let known = Deadlines.bounds.map(\.name)
        for name in members.keys.sorted() where !known.contains(name) {
            fail("deadlines.\(name)", "is no deadline; known are \(known.joined(separator: ", "))")
        }
        for bound in Deadlines.bounds {
            guard let text = string(members, bound.name, at: "deadlines") else { continue }
            let place = "deadlines.\(bound.name)"
            guard let seconds = ISODuration(text)?.wholeSeconds else {
                fail(place, "must be an ISO 8601 duration without months or years, such as PT2M")
                continue
            }
            guard seconds > 0, seconds <= bound.highest else {
                let highest = ISODuration(seconds: bound.highest)
                fail(place, "must be above zero and at most \(highest)")
                continue
            }
            deadlines[keyPath: bound.path] = seconds
        }
        deadlines.derive()
        if deadlines.reservedTotal < deadlines.reserved {
            fail("deadlines.reserved_total", "must not be shorter than reserved")
        }
    }
}
