internal import Cryptography

/// Reads typed fields from a payload. A field that is absent or null is nil; one of a wrong type is
/// an error, because a date of revocation that is overlooked would grant what the store has taken
/// back.
struct PayloadFields {
    let members: [String: JSONValue]

    init(_ members: [String: JSONValue]) { self.members = members }

    func text(_ name: StaticString) throws(VerificationError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw wrongType(name) }
        return text
    }

    func integer(_ name: StaticString) throws(VerificationError) -> Int64? {
        guard let value = value(name) else { return nil }
        guard let number = value.integer else { throw wrongType(name) }
        return number
    }

    func bool(_ name: StaticString) throws(VerificationError) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let flag = value.bool else { throw wrongType(name) }
        return flag
    }

    func date(_ name: StaticString) throws(VerificationError) -> StoreDate? {
        switch value(name) {
        case nil: return nil
        case .integer(let number):
            guard let date = StoreDate(milliseconds: number) else { break }
            return date
        case .number(let number):
            guard let date = StoreDate(milliseconds: number) else { break }
            return date
        default: throw wrongType(name)
        }
        throw .invalidFormat("\(name) is not a time in milliseconds")
    }

    func object(_ name: StaticString) throws(VerificationError) -> PayloadFields? {
        guard let value = value(name) else { return nil }
        guard let members = value.object else { throw wrongType(name) }
        return PayloadFields(members)
    }

    /// Reads a text into a type that keeps values which it doesn't know.
    func code<Code: StoreCode>(_ name: StaticString) throws(VerificationError) -> Code? {
        try text(name).map { Code(rawValue: $0) }
    }

    private func value(_ name: StaticString) -> JSONValue? {
        switch members[name.description] {
        case nil, .null: nil
        case let value: value
        }
    }

    private func wrongType(_ name: StaticString) -> VerificationError {
        .invalidFormat("\(name) has a wrong type")
    }
}
