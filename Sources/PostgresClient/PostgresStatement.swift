/// Names one SQL text, prepared once on each connection that runs it.
///
/// The name is part of the protocol: two statements of one name must have one text. Make it a
/// constant; nothing that comes from outside belongs into the text.
package struct PostgresStatement: Sendable, Hashable {
    package let name: String
    package let sql: String

    /// - Parameter name: at most 63 bytes, unique in the program.
    package init(name: String, _ sql: String) {
        self.name = name
        self.sql = sql
    }

    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension PostgresStatement: ExpressibleByStringLiteral {
    /// Names the statement after its text (64-bit FNV-1a).
    package init(stringLiteral sql: String) { self.init(sql) }

    /// Names the statement after its text (64-bit FNV-1a).
    package init(_ sql: String) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in sql.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        self.init(name: "s_" + String(hash, radix: 16), sql)
    }
}
