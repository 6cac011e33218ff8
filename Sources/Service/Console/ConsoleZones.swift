import EventLoop
import Glibc
import HTTPServer
import Synchronization

/// The zones of this machine's time zone database, each read once.
final class ConsoleZones: Sendable {
    private let folder: String
    private let known = Mutex<[String: ConsoleZone]>([:])
    private let list = Mutex<[ConsoleZoneGroup]?>(nil)

    init(folder: String = "/usr/share/zoneinfo") { self.folder = folder }

    /// The zone that a reader has chosen; UTC for none, and for one that is no longer there.
    func zone(of request: HTTPRequest) async -> ConsoleZone {
        guard let name = ConsoleCookie.zone.value(in: request) else { return .utc }
        return await zone(name) ?? .utc
    }

    /// Finds a zone by its name; nil where the machine has none of that name.
    func zone(_ name: String) async -> ConsoleZone? {
        if name == ConsoleZone.utc.name { return .utc }
        guard Self.isName(name) else { return nil }
        if let zone = known.withLock({ $0[name] }) { return zone }
        let path = folder + "/" + name
        guard let bytes = await Offload.run({ Self.read(path, ZoneFile.largest) }),
            let file = ZoneFile(bytes)
        else { return nil }
        let zone = ConsoleZone(name: name, file: file)
        // As many as the database has, since only what was read is kept.
        known.withLock { $0[name] = zone }
        return zone
    }

    /// What the machine's database has for people to choose from; without it only UTC.
    func groups() async -> [ConsoleZoneGroup] {
        if let groups = list.withLock({ $0 }) { return groups }
        let folder = self.folder
        let groups = await Offload.run { ConsoleZoneGroup.all(of: folder) }
        list.withLock { $0 = groups }
        return groups
    }

    /// Parts of letters, digits, `_`, `+` and `-`: no dot, so that no name leaves the folder.
    static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return text.utf8.count <= 64 && parts.count <= 3
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy {
                        (48...57).contains($0) || (65...90).contains($0)
                            || (97...122).contains($0) || "_+-".utf8.contains($0)
                    }
            }
    }

    /// Reads a file; nil when it can't be read or is larger.
    static func read(_ path: String, _ largest: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: largest + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            guard got >= 0 else { return nil }
            if got == 0 { break }
            count += got
        }
        return count > largest ? nil : Array(bytes.prefix(count))
    }
}
