import Glibc

/// The user that the server's programs run as: the caller, or another when the caller is root, whom
/// PostgreSQL refuses.
struct ServerUser: Sendable {
    let name: String
    let user: uid_t
    let group: gid_t
    /// True when programs must be started under this user.
    let differs: Bool

    /// Finds `postgres`, else `nobody`, for root; the caller itself otherwise.
    static func current() -> ServerUser {
        guard geteuid() == 0 else {
            return named(nil, user: geteuid())
                ?? ServerUser(
                    name: String(geteuid()), user: geteuid(), group: getegid(), differs: false)
        }
        return named("postgres", user: 0) ?? named("nobody", user: 0)
            ?? ServerUser(name: "65534", user: 65_534, group: 65_534, differs: true)
    }

    private static func named(_ name: String?, user: uid_t) -> ServerUser? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            if let name {
                getpwnam_r(name, &entry, start, buffer.count, &found)
            } else {
                getpwuid_r(user, &entry, start, buffer.count, &found)
            }
            guard let found, let text = found.pointee.pw_name else { return nil }
            return ServerUser(
                name: String(cString: text), user: found.pointee.pw_uid,
                group: found.pointee.pw_gid, differs: name != nil)
        }
    }

    /// Gives a file or folder to this user.
    func own(_ path: String) throws(EmbeddedPostgresError) {
        guard differs else { return }
        guard lchown(path, user, group) == 0 else { throw .system("chown", path, code: errno) }
    }

    /// Finds the first folder on the way to `path`, itself included, that this user can't enter.
    ///
    /// By the mode bits alone; access lists are not looked at.
    func firstClosedFolder(on path: String) -> String? {
        guard differs else { return nil }
        var prefix = ""
        for part in [""] + path.split(separator: "/").map(String.init) {
            prefix = part.isEmpty ? "/" : prefix == "/" ? "/\(part)" : "\(prefix)/\(part)"
            var info = stat()
            guard stat(prefix, &info) == 0 else { return prefix }
            let bit: mode_t =
                info.st_uid == user ? S_IXUSR : info.st_gid == group ? S_IXGRP : S_IXOTH
            if info.st_mode & bit == 0 { return prefix }
        }
        return nil
    }
}
