import CPostgres
import Glibc
import Telemetry

/// Holds where the database is and how to log in, as libpq understands it.
///
/// Several hosts and `target_session_attrs` are honoured: `postgres://a,b/db?target_session_attrs=
/// read-write` follows the primary. The description shows hosts, database and role, never the password.
package struct PostgresConfiguration: Sendable {
    private let secret: Redacted<[ConnectionSetting]>

    var settings: [ConnectionSetting] { secret.exposed }

    /// What is set unless the connection string says otherwise: a dead peer is noticed within about a
    /// minute, and GSS encryption, which libpq negotiates with blocking calls, is off.
    private static let defaults = [
        ConnectionSetting(keyword: "client_encoding", value: "UTF8"),
        ConnectionSetting(keyword: "gssencmode", value: "disable"),
        ConnectionSetting(keyword: "keepalives_idle", value: "30"),
        ConnectionSetting(keyword: "keepalives_interval", value: "10"),
        ConnectionSetting(keyword: "keepalives_count", value: "3"),
        ConnectionSetting(keyword: "tcp_user_timeout", value: "30000"),
    ]

    /// What libpq would take from the environment only after names had to be resolved.
    private static let environment = ["host", "hostaddr", "port"]

    /// Reads a `postgres://…` URL or a `keyword=value …` string.
    ///
    /// - Throws: ``PostgresError/configuration(_:)``, which quotes nothing of the string.
    package init(
        url: String, applicationName: String = "interlock"
    ) throws(PostgresError) {
        guard !url.utf8.contains(0) else { throw .configuration("has a zero byte") }
        var settings = try Self.parse(url)
        for setting in Self.environmentDefaults() + Self.defaults
        where !settings.contains(where: { $0.keyword == setting.keyword }) {
            settings.append(setting)
        }
        settings.append(.init(keyword: "fallback_application_name", value: applicationName))
        secret = Redacted(settings)
    }

    private init(settings: [ConnectionSetting]) { secret = Redacted(settings) }

    /// The same server and login with another database.
    package func selecting(database: String) -> PostgresConfiguration {
        var settings = settings.filter { $0.keyword != "dbname" }
        settings.append(.init(keyword: "dbname", value: database))
        return PostgresConfiguration(settings: settings)
    }

    /// The same server with another role to log in as.
    package func loggingIn(as user: String) -> PostgresConfiguration {
        var settings = settings.filter { $0.keyword != "user" }
        settings.append(.init(keyword: "user", value: user))
        return PostgresConfiguration(settings: settings)
    }

    /// The same server and login, working as another role from the first moment on, also after RESET ROLE.
    ///
    /// - Parameter role: a name of letters, digits and underscores.
    package func assuming(role: String) -> PostgresConfiguration {
        let former = value("options").map { $0 + " " } ?? ""
        var settings = settings.filter { $0.keyword != "options" }
        settings.append(.init(keyword: "options", value: former + "-c role=\(role)"))
        return PostgresConfiguration(settings: settings)
    }

    func value(_ keyword: String) -> String? {
        settings.first { $0.keyword == keyword }?.value
    }

    private static func parse(_ url: String) throws(PostgresError) -> [ConnectionSetting] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &message) else {
            // libpq quotes the offending part, which may be the password: keep what is before it.
            let text = message.map { String(cString: $0) } ?? "is malformed"
            PQfreemem(message)
            throw .configuration(singleLine(String(text.prefix { $0 != "\"" && $0 != ":" })))
        }
        defer { PQconninfoFree(options) }
        return values(of: options)
    }

    private static func environmentDefaults() -> [ConnectionSetting] {
        guard let options = PQconndefaults() else { return [] }
        defer { PQconninfoFree(options) }
        return values(of: options).filter { environment.contains($0.keyword) }
    }

    private static func values(
        of options: UnsafeMutablePointer<PQconninfoOption>
    ) -> [ConnectionSetting] {
        var settings: [ConnectionSetting] = []
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                settings.append(
                    .init(keyword: String(cString: keyword), value: String(cString: value)))
            }
            option += 1
        }
        return settings
    }
}

extension PostgresConfiguration: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String {
        ["host", "hostaddr", "port", "dbname", "user"]
            .compactMap { keyword in value(keyword).map { "\(keyword)=\($0)" } }
            .joined(separator: " ")
    }
    package var debugDescription: String { description }
}
