import Glibc

/// Makes a cluster on disk, complete or not at all.
struct ClusterFiles {
    let directory: DataDirectory
    let user: ServerUser
    let isDurable: Bool

    /// Makes the cluster unless there is one, with database and role `interlock`.
    ///
    /// It is made beside its place and renamed; whatever an interrupted attempt left is removed.
    func make(with programs: ServerPrograms) throws(EmbeddedPostgresError) {
        for name in FileSystem.entries(of: directory.path)
        where name.hasPrefix(DataDirectory.unfinishedPrefix) {
            FileSystem.remove("\(directory.path)/\(name)")
        }
        guard directory.clusterVersion == nil else { return }
        var template = Array(
            "\(directory.path)/\(DataDirectory.unfinishedPrefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .system("mkdtemp", directory.path, code: errno)
        }
        let fresh = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        do throws(EmbeddedPostgresError) {
            try user.own(fresh)
            try initialize(fresh, with: programs)
            try createDatabase(in: fresh, with: programs)
            guard rename(fresh, directory.cluster) == 0 else {
                throw .system("rename", directory.cluster, code: errno)
            }
        } catch {
            FileSystem.remove(fresh)
            throw error
        }
        if isDurable { FileSystem.sync(folder: directory.path) }
    }

    private func initialize(
        _ fresh: String, with programs: ServerPrograms
    ) throws(EmbeddedPostgresError) {
        var arguments = [
            "-D", fresh, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", Self.locale,
            "--lc-messages=C", "--data-checksums", "--no-instructions",
        ]
        if !isDurable { arguments.append("--no-sync") }
        let (status, output) = try ProgramRun.run(
            programs.initdb, arguments, as: user, in: fresh, within: .seconds(300))
        guard status == 0 else { throw .programFailed(program: "initdb", output: output) }
    }

    /// Runs the server alone, without a socket: the database is complete before anybody sees it.
    private func createDatabase(
        in fresh: String, with programs: ServerPrograms
    ) throws(EmbeddedPostgresError) {
        let (status, output) = try ProgramRun.run(
            programs.postgres,
            [
                "--single", "-D", fresh, "-c", "exit_on_error=on", "-c",
                "fsync=\(isDurable ? "on" : "off")", "postgres",
            ],
            as: user, in: fresh,
            input: """
                create role interlock login createdb createrole
                create database interlock owner interlock

                """,
            within: .seconds(300))
        guard status == 0 else {
            throw .programFailed(program: "postgres --single", output: output)
        }
    }

    /// UTF-8 with the order of bytes.
    private static var locale: String {
        guard let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil) else { return "C" }
        freelocale(locale)
        return "C.UTF-8"
    }
}
