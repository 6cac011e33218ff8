package import PostgresClient

/// Says which role the service works as, and whether that could change the audit.
package struct AuditGuard: Sendable {
    /// The role of `installation/grant.sql`.
    package static let role = "interlock_service"

    /// The role that the connection logs in as.
    package let login: String
    package let loginCould: Bool
    package let serviceCould: Bool
    package let mayBecome: Bool

    /// Asks a migrated database.
    package init(_ pool: PostgresPool) async throws {
        let rows = try await pool.query(.function("installation_guard", 0))
        guard let row = rows.first else { throw StorageError.defect("no answer") }
        login = try row.text("role")
        loginCould = try row.bool("could")
        serviceCould = try row.bool("service_could")
        mayBecome = try row.bool("may_become")
    }

    /// A login that could change the audit is given up for the service's role, where it may.
    package var assumes: Bool { loginCould && mayBecome && !serviceCould }

    /// What to do where the service could change the audit; nil where it can't.
    package var advice: String? {
        guard loginCould, !assumes else { return nil }
        let role = Self.role
        // One that is there already and has its rights only has to be granted.
        let make = serviceCould ? "create role \(role); " : ""
        return """
            the service works as \(login), which could change the audit: as a superuser run \
            `\(make)grant \(role) to "\(login)"`, then `interlock migrate`
            """
    }
}
