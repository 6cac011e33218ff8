/// Describes one flag of a command.
struct Option: Sendable {
    /// With its two hyphens.
    let name: String
    /// What stands for the value in the help; nil for a switch.
    let value: String?
    let help: String
    var isRequired = false
    var isRepeatable = false
    /// Whether `INTERLOCK_…` may say it as well.
    var isSetting = false
    /// Whether `INTERLOCK_…_FILE` may name a file that holds it.
    var isSecret = false

    init(
        _ name: String, _ value: String? = nil, _ help: String, required: Bool = false,
        repeatable: Bool = false, setting: Bool = false, secret: Bool = false
    ) {
        self.name = name
        self.value = value
        self.help = help
        isRequired = required
        isRepeatable = repeatable
        isSetting = setting
        isSecret = secret
    }

    /// `--database-url` → `INTERLOCK_DATABASE_URL`.
    var variable: String {
        "INTERLOCK_"
            + name.dropFirst(2).uppercased().split(separator: "-").joined(separator: "_")
    }
}

extension Option {
    static let help = Option("--help", nil, "Show this help.")
    static let json = Option("--json", nil, "Print one JSON document on standard output.")
    static let app = Option(
        "--app", "ID", "The app it is about, as `app list` shows it.", required: true, setting: true
    )
    static let databaseURL = Option(
        "--database-url", "URL", "A PostgreSQL server of yours (postgres://…).", setting: true,
        secret: true)
    static let dataDirectory = Option(
        "--data-dir", "DIR",
        "The folder in which `serve` keeps a database of its own (default /var/lib/interlock for "
            + "root, else ~/.local/share/interlock).", setting: true)

    /// What every command takes that looks into the database: one or the other.
    static let database = [databaseURL, dataDirectory]
}
