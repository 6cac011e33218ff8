internal import AppStore
internal import Cryptography

/// Reads typed fields of an answer, which nobody has signed. Absent and null are nil; a wrong type
/// is an error; what isn't asked for isn't looked at.
struct AnswerFields {
    let call: StoreCall
    private let members: [String: JSONValue]

    init(_ body: [UInt8], of call: StoreCall) throws(StoreServerError) {
        let value: JSONValue
        do { value = try JSONReader.read(body) } catch {
            throw .malformed(call, "no JSON at byte \(error.offset): \(error.reason)")
        }
        try self.init(value, of: call)
    }

    private init(_ value: JSONValue, of call: StoreCall) throws(StoreServerError) {
        guard let members = value.object else { throw .malformed(call, "not an object") }
        (self.members, self.call) = (members, call)
    }

    func text(_ name: String) throws(StoreServerError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw wrongType(name) }
        return text
    }

    func integer(_ name: String) throws(StoreServerError) -> Int64? {
        guard let value = value(name) else { return nil }
        guard let number = value.integer else { throw wrongType(name) }
        return number
    }

    func bool(_ name: String) throws(StoreServerError) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let flag = value.bool else { throw wrongType(name) }
        return flag
    }

    func date(_ name: String) throws(StoreServerError) -> StoreDate? {
        guard let number = try integer(name) else { return nil }
        guard let date = StoreDate(milliseconds: number) else {
            throw .malformed(call, "\(name) is not a time in milliseconds")
        }
        return date
    }

    /// Reads a list of texts; absent is empty.
    func texts(_ name: String) throws(StoreServerError) -> [String] {
        var texts: [String] = []
        for element in try elements(name) {
            guard let text = element.string else { throw wrongType(name) }
            texts.append(text)
        }
        return texts
    }

    /// Reads a list of objects; absent is empty.
    func objects(_ name: String) throws(StoreServerError) -> [AnswerFields] {
        var objects: [AnswerFields] = []
        for element in try elements(name) { objects.append(try AnswerFields(element, of: call)) }
        return objects
    }

    private func elements(_ name: String) throws(StoreServerError) -> [JSONValue] {
        guard let value = value(name) else { return [] }
        guard let elements = value.array else { throw wrongType(name) }
        return elements
    }

    private func value(_ name: String) -> JSONValue? {
        switch members[name] {
        case nil, .null: nil
        case let value: value
        }
    }

    private func wrongType(_ name: String) -> StoreServerError {
        .malformed(call, "\(name) has a wrong type")
    }
}
