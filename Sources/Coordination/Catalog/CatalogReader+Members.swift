import InterlockAPI

// What the members of a document have in common.
extension CatalogReader {
    func present(_ members: [String: WireValue], _ name: String) -> WireValue? {
        members[name].flatMap { $0 == .null ? nil : $0 }
    }

    private func join(_ place: String, _ name: String) -> String {
        place.isEmpty ? name : "\(place).\(name)"
    }

    mutating func warnUnknown(
        _ members: [String: WireValue], known: Set<String>, at place: String
    ) {
        for name in members.keys.sorted() where !known.contains(name) {
            warn(join(place, name), "is not known and ignored")
        }
    }

    mutating func array(
        _ members: [String: WireValue], _ name: String, at place: String, required: Bool = false
    ) -> [WireValue]? {
        switch present(members, name) {
        case .array(let elements): return elements
        case nil where !required: return nil
        case nil: fail(join(place, name), "is required")
        default: fail(join(place, name), "must be an array")
        }
        return nil
    }

    mutating func each(
        _ elements: [WireValue], _ name: String,
        _ read: (inout CatalogReader, [String: WireValue], String) -> Void
    ) {
        for (index, element) in elements.enumerated() {
            if case .object(let members) = element {
                read(&self, members, "\(name)[\(index)]")
            } else {
                fail("\(name)[\(index)]", "must be an object")
            }
        }
    }

    mutating func string(
        _ members: [String: WireValue], _ name: String, at place: String, required: Bool = false
    ) -> String? {
        switch present(members, name) {
        case .string(let text): return text
        case nil where !required: return nil
        case nil: fail(join(place, name), "is required")
        default: fail(join(place, name), "must be a string")
        }
        return nil
    }

    mutating func word<Word: WireEnum>(
        _ members: [String: WireValue], _ name: String, at place: String
    ) -> Word? {
        guard let text = string(members, name, at: place, required: true) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
        fail(join(place, name), "must be one of \(known)")
        return nil
    }

    mutating func identifier(
        _ members: [String: WireValue], _ name: String, at place: String, required: Bool = false
    ) -> String? {
        string(members, name, at: place, required: required)
            .flatMap { checked($0, at: join(place, name)) }
    }

    mutating func checked(_ id: String, at place: String) -> String? {
        do {
            try Bounds.checkIdentifier(id, field: place, bytes: CatalogLimits.identifier)
        } catch {
            fail(place, error.message)
            return nil
        }
        if id.first?.isWhitespace == true || id.last?.isWhitespace == true {
            fail(place, "must not begin or end with white space")
            return nil
        }
        return id
    }
}
