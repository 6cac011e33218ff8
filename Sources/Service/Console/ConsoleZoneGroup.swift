import FoundationEssentials

/// Zones that stand together in the list: those of a part of the world, or names of old.
struct ConsoleZoneGroup: Sendable {
    /// The first part of its zones' names; nil for names that the database keeps for what once used them, which
    /// browsers and people may still say.
    let region: String?
    /// Sorted.
    let names: [String]

    /// Copies of the database for other ways to count, and what names no place.
    private static let others: Set = ["posix", "right", "localtime", "posixrules", "Factory"]

    /// Reads the database's folder: every zone whose file is there, under its region if a table of places has it.
    static func all(of folder: String) -> [ConsoleZoneGroup] {
        let places = places(of: folder)
        var regions: [String: [String]] = [:]
        var old: [String] = []
        for name in files(in: folder) where name != ConsoleZone.utc.name {
            let parts = name.split(separator: "/")
            guard let region = parts.first.map(String.init), !others.contains(region),
                ConsoleZones.isName(name),
                ConsoleZones.read(folder + "/" + name, ZoneFile.largest).flatMap(ZoneFile.init)
                    != nil
            else { continue }
            if places.contains(name) {
                regions[region, default: []].append(name)
            } else {
                old.append(name)
            }
        }
        return regions.sorted { $0.key < $1.key }.map { Self(region: $0, names: $1.sorted()) }
            + (old.isEmpty ? [] : [Self(region: nil, names: old.sorted())])
    }

    /// The names in the database's tables: of places that share their clocks since 1970, and of every country.
    private static func places(of folder: String) -> Set<String> {
        var names: Set<String> = []
        for table in ["zone1970.tab", "zone.tab"] {
            let bytes = ConsoleZones.read(folder + "/" + table, 1 << 20) ?? []
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            where !line.hasPrefix("#") {
                names.formUnion(line.split(separator: "\t").dropFirst(2).prefix(1).map(String.init))
            }
        }
        return names
    }

    private static func files(in folder: String) -> [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    }
}
