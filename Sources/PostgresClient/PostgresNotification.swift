/// Carries what one NOTIFY sent.
package struct PostgresNotification: Sendable, Equatable {
    package let channel: String
    package let payload: String
    /// The process of the session that sent it.
    package let serverProcess: Int32
}
