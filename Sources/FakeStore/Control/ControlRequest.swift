internal import Cryptography
internal import StoreSigner

/// The members of a control request, checked against the verb's fields.
struct ControlRequest: Sendable {
    private let members: [String: JSONValue]

    init(
        _ members: [String: JSONValue], for fields: [ControlField]
    ) throws(ControlFailure) {
        for name in members.keys.sorted() where !fields.contains(where: { $0.name == name }) {
            throw .badRequest("\(name) is not known here")
        }
        for field in fields {
            guard let value = members[field.name], value != .null else {
                if field.isRequired { throw .badRequest("\(field.name) is missing") }
                continue
            }
            switch (field.kind, value) {
            case (.text, .string(let text)) where !text.isEmpty && text.utf8.count <= 256: break
            case (.flag, .bool): break
            case (.integer(let bounds), .integer(let number)) where bounds.contains(number): break
            case (.text, _): throw .badRequest("\(field.name) must be a text of 1 to 256 bytes")
            case (.flag, _): throw .badRequest("\(field.name) must be true or false")
            case (.integer(let bounds), _):
                throw .badRequest(
                    "\(field.name) must be from \(bounds.lowerBound) to \(bounds.upperBound)")
            }
        }
        self.members = members
    }

    func text(_ name: String) -> String? { members[name]?.string }
    func integer(_ name: String) -> Int64? { members[name]?.integer }
    func flag(_ name: String) -> Bool { members[name]?.bool ?? false }

    func needed(_ name: String) throws(ControlFailure) -> String {
        guard let text = text(name) else { throw .badRequest("\(name) is missing") }
        return text
    }

    /// The transaction that the request names.
    func transactionID(in store: Storefront) throws(ControlFailure) -> String {
        if let id = text("transaction_id") { return id }
        guard let buyer = text("buyer") else {
            throw .badRequest("name a transaction_id, or a buyer")
        }
        let product = text("of_product_id")
        let latest = store.buyers[buyer]?.purchases.last { place in
            let purchase = store.purchases[place]
            return purchase.sharedFrom == nil
                && (product == nil || purchase.facts.productID == product)
        }
        guard let latest else { throw .refused(.unknownBuyer(buyer)) }
        return store.purchases[latest].facts.transactionID
    }
}
