import Authentication
import FoundationEssentials
import HTTPServer
import Storage
import Telemetry

/// Lets somebody in by a key, and out again.
enum SignInScreen {
    private static let formLifetime: Int32 = 3_600

    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        let query = try visit.query()
        return page(
            visit, 200, next: ConsolePlace(query["next"]),
            notice: query["notice"] == "out" ? visit.words.signedOut : nil)
    }

    /// Opens a session for a key that may read; the key itself is kept nowhere.
    static func signIn(_ visit: Console.Visit) async throws -> HTTPResponse {
        guard let secret = ConsoleCookie.form.secret(in: visit.request) else {
            let next = ConsolePlace(visit.request.form()?["next"])
            return page(visit, 403, next: next, error: visit.words.staleForm)
        }
        let form: HTTPQuery
        do { form = try visit.form(of: secret) } catch ConsoleRefusal.forged {
            let next = ConsolePlace(visit.request.form()?["next"])
            return page(visit, 403, next: next, error: visit.words.staleForm)
        }
        let next = ConsolePlace(form["next"])
        let address = visit.context.configuration.clientAddress.address(of: visit.request)
        guard visit.limit.take(address) else {
            visit.context.logger.warning(
                "too many wrong keys at the console", ["address": .string(address)])
            return page(
                visit, 429, next: next, error: visit.words.tooManyTries,
                headers: [("Retry-After", "60")])
        }
        let text = (form["key"] ?? "").filter { !$0.isWhitespace }
        guard let key = AccessKey(text), let entry = try await visit.context.storage.keys.use(key),
            entry.role.may(.readAdministration)
        else {
            visit.context.metrics.count(refusedCredential: "console")
            return page(
                visit, 401, next: next, error: visit.words.wrongKey,
                headers: [("WWW-Authenticate", "Bearer realm=\"interlock\"")])
        }
        visit.limit.giveBack(address)
        // Always a new secret: one that was there before the sign-in is nobody's session, and ends.
        let session = ConsoleRing.Entry(secret: .make(), appID: entry.appID)
        var ring = ConsoleRing(visit.request)
        try await visit.context.storage.consoleSessions.open(
            session.secret.digest, key: entry.id, lifetime: ConsoleSession.lifetime,
            instead: ring.entry(of: entry.appID)?.secret.digest)
        ring.look(at: session)
        return ConsolePage.redirect(
            next.map(ConsolePath.place) ?? .overview,
            [
                ("Set-Cookie", ring.cookie(secure: visit.isSecure)),
                ("Set-Cookie", ConsoleCookie.form.removal(secure: visit.isSecure)),
            ])
    }

    /// Looks at another app that the browser is signed in to, at the same list where it was one.
    static func chooseApp(_ visit: Console.Visit) async throws -> HTTPResponse {
        var ring = ConsoleRing(visit.request)
        let form = try form(of: ring, visit)
        guard let other = ring.entry(of: form["app"] ?? "") else { throw ConsoleRefusal.malformed }
        ring.look(at: other)
        let next = ConsolePlace(form["next"]).flatMap { $0.isList ? $0 : nil }
        return ConsolePage.redirect(
            next.map(ConsolePath.place) ?? .overview,
            [("Set-Cookie", ring.cookie(secure: visit.isSecure))])
    }

    /// Ends the session, for a viewer too, and those of the other apps; also where the one that is looked at has
    /// ended by itself.
    static func signOut(_ visit: Console.Visit) async throws -> HTTPResponse {
        let ring = ConsoleRing(visit.request)
        _ = try form(of: ring, visit)
        try await visit.context.storage.consoleSessions.close(ring.entries.map(\.secret.digest))
        return ConsolePage.redirect(
            .signedOut, [("Set-Cookie", ConsoleCookie.session.removal(secure: visit.isSecure))])
    }

    /// The form of a page that the browser was signed in for, if it carries the token of that session, which may
    /// have ended meanwhile.
    private static func form(of ring: ConsoleRing, _ visit: Console.Visit) throws -> HTTPQuery {
        guard let current = ring.current else { throw ConsoleRefusal.signInNeeded }
        return try visit.form(of: current.secret)
    }

    /// The apps that the browser has sessions of, as it says, with a way to each and out of all.
    private static func others(_ visit: Console.Visit) -> HTML? {
        typealias T = HTMLTag
        let ring = ConsoleRing(visit.request)
        guard let current = ring.current else { return nil }
        let token = T.input([.hidden, .name("form_token"), .formToken(current.secret.formToken)])
        let ways = ring.entries.map { entry in
            T.form(
                [.post, .action(.app), .style(.inline)], token,
                T.input([.hidden, .name("app"), .value(entry.appID)]),
                T.button([.submit], .text(visit.words.appOpen + " "), T.bdi(.text(entry.appID))))
        }
        return T.section(
            [.style(.card)], T.p(.text(visit.words.sessionsHere)), .all(ways),
            T.form(
                [.post, .action(.signOut), .style(.inline)], token,
                T.button([.submit], .text(visit.words.signOutOfAll))))
    }

    private static func page(
        _ visit: Console.Visit, _ status: Int, next: ConsolePlace?, error: String? = nil,
        notice: String? = nil,
        headers: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        typealias T = HTMLTag
        let words = visit.words
        // The one that is there is kept: another tab's form carries its token.
        let secret = ConsoleCookie.form.secret(in: visit.request) ?? .make()
        var page = ConsolePage(words.signIn, nil, words)
        page.notice = notice
        var response = page.response(
            status, .group(error.map { T.p([.style(.error), .alert], .text($0)) }),
            T.form(
                [.post, .action(.signIn()), .style(.card)],
                T.input([.hidden, .name("form_token"), .formToken(secret.formToken)]),
                .group(
                    next.map { T.input([.hidden, .name("next"), .value($0.text)]) }),
                T.label([.for("key")], .text(words.key)),
                T.input([
                    .password, .name("key"), .id("key"), .noCompletion, .required, .maxLength(200),
                    .describedBy("key-hint"),
                ]),
                T.p([.id("key-hint"), .style(.quiet)], .text(words.keyHint)),
                T.button([.submit], .text(words.signIn))), .group(others(visit)))
        let cookie = ConsoleCookie.form.field(
            secret.expose(), secure: visit.isSecure, lifetime: formLifetime)
        response.headers += [("Set-Cookie", cookie)] + headers
        return response
    }
}
