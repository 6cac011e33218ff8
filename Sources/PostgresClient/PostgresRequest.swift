/// Says what one exchange with the server is to do.
struct PostgresRequest {
    enum Work {
        case statement(PostgresStatement, [PostgresValue])
        /// A statement without parameters and rows, not prepared: COMMIT, LISTEN, ….
        case command(String)
        /// Several statements in one message, one implicit transaction; rows are dropped.
        case script(String)
    }

    let work: Work
    /// Sent ahead in the same round trip: BEGIN.
    var opening: String?
}
