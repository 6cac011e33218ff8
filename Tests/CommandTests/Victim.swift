import Testing

/// What is ended while devices buy.
enum Victim: String, Sendable, CustomTestStringConvertible {
    /// The service, by SIGKILL.
    case server
    /// Its PostgreSQL, by an immediate shutdown.
    case database

    var testDescription: String { rawValue }
}
