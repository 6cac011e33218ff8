import Glibc

extension StoreActor {
    /// Whoever runs this process, by the operating system's name; behind sudo, who called it too.
    package static var user: StoreActor {
        let name = name(of: geteuid())
        guard geteuid() == 0, let caller = getenv("SUDO_USER").map({ String(cString: $0) }),
            !caller.isEmpty, caller != name
        else { return .commandLine(name) }
        return .commandLine("\(name) (sudo: \(caller.prefix(64)))")
    }

    private static func name(of user: uid_t) -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(user, &entry, start, buffer.count, &found) == 0,
                let name = found?.pointee.pw_name
            else { return "uid \(user)" }
            return String(cString: name)
        }
    }
}
