/// Names a column of a result, by its name or its place (counted from 0), as a literal.
package enum PostgresColumn: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case name(String)
    case index(Int)

    package init(stringLiteral name: String) { self = .name(name) }
    package init(integerLiteral index: Int) { self = .index(index) }

    var label: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }
}
