import FoundationEssentials
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

@testable import Service

@Suite("The zone of the console's times")
struct ConsoleZonePromises {
    private static let names = [
        "Europe/Berlin", "Asia/Shanghai", "America/New_York", "Asia/Kolkata", "America/St_Johns",
        "Australia/Lord_Howe", "Africa/Casablanca", "America/Argentina/Buenos_Aires",
        "Pacific/Apia", "Antarctica/Troll", "Europe/Dublin", "Asia/Gaza",
    ]

    @Test func `offsets are those of the database's own zones, from 1850 to 2150`() async throws {
        let seed = Seed.make()
        var random = seed.generator()
        let instants = (0..<400).map { _ in
            Int64.random(in: -3_786_825_600...5_680_281_600, using: &random)
        }
        let list = instants.map(String.init).joined(separator: ",")
        let zones = ConsoleZones()
        try await ServiceFixture.with { fixture in
            for name in Self.names {
                let zone = try #require(await zones.zone(name))
                let offsets = try await fixture.ask(
                    """
                    select string_agg((extract(epoch from (to_timestamp(s) at time zone '\(name)')
                        - (to_timestamp(s) at time zone 'UTC'))::bigint)::text, ',' order by n)
                    from unnest(array[\(list)]::bigint[]) with ordinality u (s, n)
                    """)
                let expected = (offsets ?? "").split(separator: ",").compactMap { Int64($0) }
                #expect(expected.count == instants.count)
                for (instant, offset) in zip(instants, expected) {
                    let shown = zone.text(Timestamp(seconds: instant))
                    let local = Timestamp(seconds: instant + offset).description
                    let wanted = "\(local.prefix(10)) \(local.dropFirst(11).prefix(8))"
                    #expect(shown == wanted, "\(name) at \(instant), seed \(seed)")
                }
            }
        }
    }

    @Test(
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_746_000, 7_200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_745_999, 3_600),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_889_999, 7_200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_890_000, 3_600),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_767_225_600, 39_600),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_782_864_000, 36_000),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_782_864_000, -3_600),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_767_225_600, 0), ("CST-8", 0, 28_800),
            ("AAA0BBB,J60,J300", 1_709_251_200 + 7_200, 3_600),
            ("AAA0BBB,J60,J300", 1_709_251_200 + 7_199, 0),
            ("AAA0BBB,59,299", 1_709_164_800 + 7_200, 3_600), ("XXX3:30:15", 0, -12_615),
        ] as [(String, Int64, Int64)]) func `the rule for years to come is followed`(
            _ text: String, _ instant: Int64, _ offset: Int64
        )
    {
        #expect(ZoneRule(text)?.offset(at: instant) == offset)
    }

    @Test(arguments: [
        "", "C", "CET", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J3", "<a-1",
        "CET-999", "CET-1:60", "CET-1CEST,366,1", "CET-1CEST,M3.5.0,M10.5.0/3,x",
    ]) func `what is no rule is none`(_ text: String) { #expect(ZoneRule(text) == nil) }

    @Test func `no bytes of a zone's file stop the service`() throws {
        let bytes = [UInt8](
            try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        let whole = try #require(ZoneFile(bytes))
        for count in 0..<bytes.count {
            let cut = ZoneFile(Array(bytes.prefix(count)))
            #expect(cut != whole || count > bytes.count - 2, "\(count)")
        }
        let seed = Seed.make()
        var random = seed.generator()
        for _ in 0..<4_000 {
            var bent = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bent[Int.random(in: bent.indices, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            // Ends, whatever it says.
            _ = ZoneFile(bent)?.offset(at: Int64.random(in: -1 << 40...1 << 40, using: &random))
        }
        #expect(ZoneFile([UInt8](repeating: 0x54, count: ZoneFile.largest + 1)) == nil)
    }

    @Test func `a chosen zone is that of all times, with UTC where one points`() async throws {
        try await ServiceFixture.with { fixture in
            let intent = try await fixture.device("ann", "phone").granted("monthly")
            try await fixture.ask(
                "update interlock.intent set created_at = '2026-01-31T20:30:00Z'")
            let path = "/admin/intents/\(intent.id.wireText)"
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            let before = try await person.get(path).text
            #expect(before.contains(">2026-01-31 20:30:00 UTC</time>"))
            let form = "/admin/zone?next=" + PercentCoding.encode(path)
            #expect(before.contains("href=\"\(form)\""))

            let offered = try await person.get(form).text
            #expect(offered.contains("<option value=\"Asia/Shanghai\">Asia/Shanghai</option>"))
            #expect(offered.contains("<option value=\"UTC\" selected>"))
            let chosen = try await person.post("/admin/zone", ["zone": "Asia/Shanghai"])
            #expect(chosen.status == 303 && chosen.header("location") == path)
            let cookie = try #require(chosen.header("set-cookie"))
            #expect(cookie.hasPrefix("interlock_zone=Asia/Shanghai; Path=/admin;"))
            #expect(cookie.contains("; HttpOnly; SameSite=Strict"))
            let after = try await person.get(path).text
            #expect(
                after.contains(
                    "title=\"2026-01-31 20:30:00 UTC\">2026-02-01 04:30:00</time>"))
            #expect(after.contains("<span id=\"zone\">Asia/Shanghai</span>"))

            try await person.get("/admin/zone")
            try await person.post("/admin/zone", ["zone": "UTC"])
            #expect(person.cookies["interlock_zone"] == nil)
        }
    }

    @Test func `every zone that the machine knows can be chosen, under its part of the world`()
        async throws
    {
        let groups = await ConsoleZones().groups()
        let places = Set(groups.filter { $0.region != nil }.flatMap(\.names))
        for name in ["Europe/Amsterdam", "Europe/Oslo", "Europe/Stockholm", "Africa/Addis_Ababa"] {
            #expect(places.contains(name), "\(name)")
        }
        let old = try #require(groups.last)
        #expect(old.region == nil && old.names.count < places.count)
        #expect(
            groups.dropLast().allSatisfy { group in
                group.names.allSatisfy { $0.hasPrefix("\(group.region ?? "?")/") }
            })
        // What the machine's own list of names says, links included, as far as it is installed.
        let list = try String(
            decoding: Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/tzdata.zi")),
            as: UTF8.self)
        let names = list.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: " ")
            return parts[0] == "Z" ? String(parts[1]) : parts[0] == "L" ? String(parts[2]) : nil
        }.filter { FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\($0)") }
        #expect(names.contains("Asia/Kolkata") && names.count > 300)
        let all = Set(groups.flatMap(\.names) + ["UTC"])
        #expect(Set(names).subtracting(all).subtracting(["Factory"]).isEmpty)
        #expect(all.count == groups.flatMap(\.names).count + 1, "each once")
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            let page = try await person.get("/admin/zone").text
            for name in all {
                #expect(page.contains("<option value=\"\(name)\""), "\(name)")
            }
            #expect(page.contains("<optgroup label=\"Europe\"><option value=\"Europe/Amsterdam\">"))
            #expect(foreignMarkup(in: page).isEmpty)
            for name in ["Europe/Amsterdam", old.names[0]] {
                try await person.get("/admin/zone")
                #expect(try await person.post("/admin/zone", ["zone": name]).status == 303)
                let again = try await person.get("/admin/zone").text
                #expect(again.contains("<option value=\"\(name)\" selected>"))
            }
        }
    }

    @Test func `what names no zone of the machine is none`() async throws {
        try await ServiceFixture.with { fixture in
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            for name in [
                "", "Europe", "../../../etc/passwd", "/etc/passwd", "Europe/../Europe/Berlin",
                "zone1970.tab", "leapseconds", "Mars/Base", "Europe//Berlin", "<script>",
                "Asia/Shanghai\u{0}", String(repeating: "A", count: 65),
            ] {
                try await person.get("/admin/zone")
                let refused = try await person.post("/admin/zone", ["zone": name])
                #expect(refused.status == 400 && refused.header("set-cookie") == nil, "\(name)")
                #expect(foreignMarkup(in: refused.text).isEmpty)
            }
            // A cookie may hold anything.
            for value in ["Mars/Base", "../../etc/passwd", "\"><script>x()</script>", ""] {
                person.set("interlock_zone", value)
                let page = try await person.get("/admin")
                #expect(page.status == 200 && page.text.contains("<span id=\"zone\">UTC</span>"))
                #expect(!page.text.contains("Mars") && !page.text.contains("x()"))
            }
            try await person.get("/admin/zone")
            let forged = try await person.post(
                "/admin/zone", ["zone": "Asia/Tokyo"], hidden: ["form_token": "x"])
            #expect(forged.status == 403)
        }
    }
}
