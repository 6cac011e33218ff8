/// Writes libpq connection strings.
enum ConnectionText {
    /// Makes `host='…' port=5432 dbname='…' user='…'`, quoted as libpq wants it.
    static func make(socketDirectory: String, database: String, user: String) -> String {
        "host=\(quoted(socketDirectory)) port=5432 dbname=\(quoted(database)) user=\(quoted(user))"
    }

    private static func quoted(_ value: String) -> String {
        var text = "'"
        for character in value {
            if character == "'" || character == "\\" { text.append("\\") }
            text.append(character)
        }
        return text + "'"
    }
}
