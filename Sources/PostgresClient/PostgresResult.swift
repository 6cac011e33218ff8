import CPostgres

/// Holds the rows of one statement, as the server sent them; a cheap value, decoded on access.
package struct PostgresResult: Sendable {
    let handle: ResultHandle

    /// The number of rows that an INSERT, UPDATE, DELETE or SELECT touched or gave.
    package var affectedRows: Int { handle.affectedRows }
    package var columnNames: [String] { handle.columns.map(\.name) }
}

extension PostgresResult: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { handle.rowCount }
    package subscript(position: Int) -> PostgresRow {
        precondition(indices.contains(position), "no such row: a programming error")
        return PostgresRow(result: handle, index: Int32(position))
    }
}

/// Owns a `PGresult`; nobody changes it after it was made.
final class ResultHandle: @unchecked Sendable {
    // Invariant of `@unchecked Sendable`: libpq only reads a PGresult in the calls made here, and
    // `deinit` runs when no reader is left.
    private let result: OpaquePointer
    let rowCount: Int
    let columns: [Column]

    struct Column: Sendable {
        let name: String
        let type: PostgresType
        let isBinary: Bool
    }

    /// Takes over `result`, which must not be cleared by anybody else.
    init(owning result: OpaquePointer) {
        self.result = result
        rowCount = Int(PQntuples(result))
        columns = (0..<PQnfields(result)).map { index in
            Column(
                name: PQfname(result, index).map { String(cString: $0) } ?? "",
                type: PostgresType(rawValue: PQftype(result, index)),
                isBinary: PQfformat(result, index) == 1)
        }
    }

    deinit { PQclear(result) }

    enum Status: Equatable { case success, failure, skipped, synced, unsupported }

    var status: Status {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: .success
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE: .failure
        case PGRES_PIPELINE_ABORTED: .skipped
        case PGRES_PIPELINE_SYNC: .synced
        default: .unsupported
        }
    }

    /// The types of a described statement's parameters.
    var parameterTypes: [UInt32] {
        (0..<PQnparams(result)).map { PQparamtype(result, $0) }
    }

    var affectedRows: Int {
        PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// The command's tag: "COMMIT", "ROLLBACK", "INSERT 0 1", ….
    var tag: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

    var error: PostgresServerError {
        PostgresServerError(
            sqlState: field("C") ?? "XX000", severity: field("V") ?? "ERROR",
            message: field("M") ?? libraryMessage, detail: field("D"), hint: field("H"),
            context: field("W"), schema: field("s"), table: field("t"), column: field("c"),
            constraint: field("n"))
    }

    /// True when libpq itself made this error: the connection is gone.
    var isLibraryError: Bool { field("C") == nil }

    private var libraryMessage: String {
        PQresultErrorMessage(result).map { singleLine(String(cString: $0)) } ?? "unknown error"
    }

    private func field(_ code: Unicode.Scalar) -> String? {
        PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
    }

    /// The bytes of a value, valid while `self` lives; nil for NULL.
    func value(row: Int32, column: Int) -> UnsafeRawBufferPointer? {
        let column = Int32(column)
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        let length = Int(PQgetlength(result, row, column))
        return UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: length)
    }
}

/// Joins the lines of a libpq message.
func singleLine(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline).joined(separator: "; ")
}
