/// Keeps what the server said about a failed statement, field by field.
///
/// Source: PostgreSQL, "Error and Notice Message Fields".
package struct PostgresServerError: Error, Sendable, Equatable {
    /// Five characters; "XX000" when the server sent none.
    package let sqlState: String
    /// ERROR, FATAL or PANIC, not translated.
    package let severity: String
    package let message: String
    package let detail: String?
    package let hint: String?
    package let context: String?
    package let schema: String?
    package let table: String?
    package let column: String?
    package let constraint: String?

    /// True when the session ended with this error.
    var endsSession: Bool { severity == "FATAL" || severity == "PANIC" }
}

extension PostgresServerError: CustomStringConvertible {
    /// Says severity, code and message; not the detail, which may quote row values.
    package var description: String { "\(severity) \(sqlState): \(message)" }
}
