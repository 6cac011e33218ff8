import Cryptography
import InterlockAPI

/// Writes a catalog's document for people to read and edit: a product, a set or a rule on a line of its own, the
/// members that name it first.
enum CatalogText {
    private static let first = ["products", "product_id", "id", "owned", "wanted", "kind"]

    static func text(_ document: [UInt8]) throws -> String {
        let value = try WireCoding.decode(WireValue.self, from: document)
        guard case .object(let members) = value else { return line(value) }
        let parts = sorted(members).map { name, value in
            "  \(quoted(name)): \(block(value))"
        }
        return "{\n" + parts.joined(separator: ",\n") + "\n}\n"
    }

    private static func block(_ value: WireValue) -> String {
        guard case .array(let elements) = value, !elements.isEmpty else { return line(value) }
        return "[\n" + elements.map { "    " + line($0) }.joined(separator: ",\n") + "\n  ]"
    }

    private static func line(_ value: WireValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .string(let text): quoted(text)
        case .array(let elements): "[" + elements.map(line).joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + sorted(members).map { quoted($0) + ": " + line($1) }.joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String { JSONValue.string(text).text }

    private static func sorted(
        _ members: [String: WireValue]
    ) -> [(key: String, value: WireValue)] {
        func rank(_ name: String) -> Int { first.firstIndex(of: name) ?? first.count }
        return members.sorted { (rank($0.key), $0.key) < (rank($1.key), $1.key) }
    }
}
