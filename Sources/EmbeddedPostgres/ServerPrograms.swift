import Glibc

/// PostgreSQL's server programs, of one installation.
struct ServerPrograms {
    let folder: String
    /// "15", as PG_VERSION has it.
    let version: String

    var initdb: String { "\(folder)/initdb" }
    var postgres: String { "\(folder)/postgres" }

    /// Finds the programs: those that fit the cluster of `version`, if there is one; else the first of
    /// PATH, else the newest of Debian's.
    static func find(
        version: String?, path: String = environment("PATH") ?? ""
    ) throws(EmbeddedPostgresError) -> ServerPrograms {
        var found: [ServerPrograms] = []
        let folders = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        for folder in folders + debianFolders() where isComplete(folder) {
            guard let major = try majorVersion(in: folder) else { continue }
            let programs = ServerPrograms(folder: folder, version: major)
            if version == nil || version == major { return programs }
            found.append(programs)
        }
        guard let version, let other = found.first else {
            throw .programsMissing(version: version)
        }
        throw .versionMismatch(cluster: version, installed: other.version)
    }

    /// Debian's folders, newest first.
    private static func debianFolders() -> [String] {
        FileSystem.entries(of: "/usr/lib/postgresql")
            .compactMap { Int($0) }
            .sorted(by: >)
            .map { "/usr/lib/postgresql/\($0)/bin" }
    }

    private static func isComplete(_ folder: String) -> Bool {
        access("\(folder)/initdb", X_OK) == 0 && access("\(folder)/postgres", X_OK) == 0
    }

    /// Reads "postgres (PostgreSQL) 15.4 (Debian …)" or "… 16beta1".
    private static func majorVersion(in folder: String) throws(EmbeddedPostgresError) -> String? {
        let (status, output) = try ProgramRun.run(
            "\(folder)/postgres", ["--version"], as: nil, within: .seconds(30))
        guard status == 0 else { return nil }
        let words = output.split(separator: " ")
        guard words.count >= 3 else { return nil }
        let digits = words[2].prefix { $0.isNumber }
        return digits.isEmpty ? nil : String(digits)
    }

    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
