import HTTPServer

/// Lets a reader choose the zone of all times; it is kept in a cookie.
enum ZoneScreen {
    /// A year.
    private static let lifetime: Int32 = 31_536_000

    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        let session = try await visit.session()
        let next = ConsolePlace(try visit.query()["next"])
        return await page(visit, session, 200, next: next)
    }

    static func choose(_ visit: Console.Visit) async throws -> HTTPResponse {
        let session = try await visit.session()
        let form = try visit.form(of: session.secret)
        let next = ConsolePlace(form["next"])
        guard let name = form["zone"], let zone = await visit.zones.zone(name) else {
            return await page(visit, session, 400, next: next, isWrong: true)
        }
        let cookie = ConsoleCookie.zone
        let field =
            zone.isUTC
            ? cookie.removal(secure: visit.isSecure)
            : cookie.field(zone.name, secure: visit.isSecure, lifetime: lifetime)
        return ConsolePage.redirect(
            next.map(ConsolePath.place) ?? .overview, [("Set-Cookie", field)])
    }

    private static func page(
        _ visit: Console.Visit, _ session: ConsoleSession, _ status: Int, next: ConsolePlace?,
        isWrong: Bool = false
    ) async -> HTTPResponse {
        typealias T = HTMLTag
        let words = visit.words
        let page = ConsolePage(words.zone, session, words)
        let groups = await visit.zones.groups()
        let current = words.clock.name
        func options(_ names: [String]) -> HTML {
            .all(names.map { page.option($0, $0, selected: $0 == current) })
        }
        let isListed = groups.contains { $0.names.contains(current) }
        let first = [ConsoleZone.utc.name] + (isListed || words.clock.isUTC ? [] : [current])
        var response = page.response(
            status,
            .group(isWrong ? T.p([.style(.error), .alert], .text(words.zoneWrong)) : nil),
            T.form(
                [.post, .action(.zone()), .style(.card)], page.formToken,
                .group(next.map { T.input([.hidden, .name("next"), .value($0.text)]) }),
                T.p(
                    T.label([.for("zone-name")], .text(words.zone)), " ",
                    T.select(
                        [.name("zone"), .id("zone-name"), .describedBy("zone-hint")],
                        options(first),
                        .all(
                            groups.map { group in
                                let name = group.region.map(words.region) ?? words.oldZones
                                return T.optgroup([.groupLabel(name)], options(group.names))
                            }))),
                T.p([.id("zone-hint"), .style(.quiet)], .text(words.zoneHint)),
                T.button([.submit], .text(words.zoneChoose)), " ",
                T.a(
                    [.href(next.map(ConsolePath.place) ?? .overview)], .text(words.cancel))))
        if isWrong { response.code = "invalid_request" }
        return response
    }
}
