/// Describes one member of a control request, which is also an option of the command line.
package struct ControlField: Sendable {
    package enum Kind: Sendable {
        case text
        case integer(ClosedRange<Int64>)
        case flag
    }

    /// As in the request: `product_id`.
    package let name: String
    /// As on the command line: `--product`.
    package let option: String
    /// What stands for the value in a help text.
    package let value: String
    package let help: String
    package let kind: Kind
    package let isRequired: Bool

    init(
        _ name: String, _ option: String, _ value: String, _ help: String, kind: Kind = .text,
        required: Bool = false
    ) {
        self.name = name
        self.option = option
        self.value = value
        self.help = help
        self.kind = kind
        isRequired = required
    }

    static let buyer = ControlField("buyer", "--buyer", "NAME", "The Apple account, by any name.")
    static let product = ControlField("product_id", "--product", "ID", "The product.")
    static let transaction = ControlField(
        "transaction_id", "--transaction", "ID", "A transaction, or any of a subscription.")

    func needed() -> ControlField {
        ControlField(name, option, value, help, kind: kind, required: true)
    }

    /// What names a transaction: its id, or its buyer with a product where there are several.
    static let which = [
        transaction,
        ControlField("buyer", "--buyer", "NAME", "Instead: whose latest one."),
        ControlField("of_product_id", "--of", "ID", "Beside --buyer: of which product."),
    ]
}
