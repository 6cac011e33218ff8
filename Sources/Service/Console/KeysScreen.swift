import Authentication
import Cryptography
import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Lists an app's keys, makes new ones and revokes them.
enum KeysScreen {
    /// Bytes of a label.
    private static let longestLabel = 128

    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        let session = try await visit.session()
        return try await list(visit, session, 200)
    }

    /// Makes a key and shows it: this answer is the only place where it ever stands.
    static func create(_ visit: Console.Visit) async throws -> HTTPResponse {
        typealias T = HTMLTag
        let (session, form) = try await visit.act()
        guard let role = form["role"].flatMap(KeyRole.init(rawValue:)),
            let id = form["key_id"].flatMap(UUID.init(uuidString:))
        else { throw ConsoleRefusal.malformed }
        let label = form["label"] ?? ""
        if let fault = fault(of: label) {
            // A secret is not shown again.
            return try await list(
                visit, session, 400, label: fault == .secret ? "" : label, role: role, fault)
        }
        let (text, key) = AccessKey.generate()
        let outcome = try await visit.context.storage.keys.create(
            key, id: id, appID: session.app.id, role: role, label: label, actor: session.actor)
        let words = visit.words
        let page = ConsolePage(words.keyCreated, session, words, place: .keys)
        // The form was sent again: the key that it made is not shown again, and there is no second one.
        guard outcome != "exists" else {
            var response = page.response(
                412,
                T.section(
                    [.style(.card)], T.p([.style(.error), .alert], .text(words.keyMadeBefore)),
                    T.p([.style(.pages)], T.a([.href(.keys())], .text(words.keys)))))
            response.code = "precondition_failed"
            return response
        }
        guard outcome == "created" else { throw ConsoleRefusal.notFound }
        return page.response(
            200,
            T.section(
                [.style(.card)], T.p([.style(.notice), .status], .text(words.keyOnce)),
                page.facts([
                    (words.key, T.code(.disclosed(text.expose()))),
                    (words.role, .text(words.plain(role.rawValue))),
                    (words.label, page.foreign(label)),
                ]), T.p([.style(.pages)], T.a([.href(.keys())], .text(words.keys)))))
    }

    /// Shows what revoking a key means.
    static func confirm(_ visit: Console.Visit) async throws -> HTTPResponse {
        let session = try await visit.session()
        return try await confirmation(visit, session, 200)
    }

    /// Revokes a key. The one that the session itself is signed in with takes a second yes.
    static func revoke(_ visit: Console.Visit) async throws -> HTTPResponse {
        let (session, form) = try await visit.act()
        let id = try visit.id()
        if id == session.key.id, form["own"] != "yes" {
            return try await confirmation(visit, session, 400)
        }
        let context = visit.context
        guard
            try await context.storage.keys.revoke(
                id, appID: session.app.id, actor: session.actor)
        else {
            throw ConsoleRefusal.notFound
        }
        context.publishApps()
        return ConsolePage.redirect(.keys(notice: "revoked"))
    }

    /// Why a label can't be kept.
    private enum LabelFault {
        case malformed
        /// Something in it looks like a key, a token or a signed transaction.
        case secret
    }

    private static func fault(of label: String) -> LabelFault? {
        // It is kept in the audit for ever.
        let visible = label.unicodeScalars.filter { $0.properties.generalCategory != .control }
        if SecretText.isIn(label) || SecretText.isIn(String(String.UnicodeScalarView(visible))) {
            return .secret
        }
        guard (try? Bounds.checkNote(label, field: "label")) != nil,
            (try? Bounds.checkIdentifier(label, field: "label", bytes: longestLabel)) != nil
        else { return .malformed }
        return nil
    }

    private static func list(
        _ visit: Console.Visit, _ session: ConsoleSession, _ status: Int, label: String = "",
        role: KeyRole = .viewer, _ fault: LabelFault? = nil
    ) async throws -> HTTPResponse {
        typealias T = HTMLTag
        let words = visit.words
        let keys = try await visit.context.storage.keys.list(appID: session.app.id)
        var page = ConsolePage(words.keys, session, words, place: .keys)
        if try visit.query()["notice"] == "revoked" { page.notice = words.keyRevoked }
        var response = page.response(
            status,
            T.section(
                [.style(.card)],
                page.table(
                    words.keysCaption,
                    [
                        words.label, words.role, words.status, words.created, words.lastUsed,
                        words.revoked, "",
                    ],
                    keys.map { row(page, session, $0) })),
            form(page, label, role, fault))
        if fault != nil { response.code = "invalid_request" }
        return response
    }

    private static func row(
        _ page: ConsolePage, _ session: ConsoleSession, _ key: KeyStore.Entry
    ) -> [HTML] {
        let words = page.words
        let isOwn = key.id == session.key.id
        return [
            .group(
                key.label.isEmpty ? page.quiet("–") : page.foreign(key.label),
                isOwn ? page.quiet(words.aside(words.keyOwn)) : nil),
            .text(words.plain(key.role.rawValue)),
            page.badge(key.revokedAt == nil ? "active" : "revoked"), page.time(key.createdAt),
            page.time(key.usedAt), page.time(key.revokedAt),
            key.revokedAt == nil
                ? HTMLTag.a([.href(.revoke(key.id))], .text(words.keyRevoke)) : .nothing,
        ]
    }

    private static func form(
        _ page: ConsolePage, _ label: String, _ role: KeyRole, _ fault: LabelFault?
    ) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        return page.section(
            words.keyCreate,
            .group(
                fault.map {
                    T.p(
                        [.style(.error), .alert, .id("label-error")],
                        .text($0 == .secret ? words.labelSecret : words.labelWrong))
                }),
            T.form(
                [.post, .action(.keys()), .style(.filters)], page.formToken,
                T.input([.hidden, .name("key_id"), .value(UUIDv7.make().wireText)]),
                T.label(
                    .text(words.role),
                    T.select(
                        [.name("role")],
                        .all(
                            KeyRole.allCases.map {
                                page.option(
                                    $0.rawValue, words.roleMeans($0), selected: $0 == role)
                            }))),
                T.label(
                    .text(words.labelHint),
                    T.input(
                        [
                            .plain, .name("label"), .value(label), .maxLength(longestLabel),
                            .required, .noCompletion,
                        ] + (fault != nil ? [.invalid, .describedBy("label-error")] : []))),
                T.button([.submit], .text(words.keyCreateButton))))
    }

    private static func confirmation(
        _ visit: Console.Visit, _ session: ConsoleSession, _ status: Int
    ) async throws -> HTTPResponse {
        typealias T = HTMLTag
        let words = visit.words
        let id = try visit.id()
        let keys = try await visit.context.storage.keys.list(appID: session.app.id)
        guard let key = keys.first(where: { $0.id == id }) else { throw ConsoleRefusal.notFound }
        let page = ConsolePage(words.keyRevoke, session, words, place: .keys)
        let isOwn = id == session.key.id
        return page.response(
            status,
            T.section(
                [.style(.card)],
                page.facts([
                    (words.label, page.foreign(key.label)),
                    (words.role, .text(words.plain(key.role.rawValue))),
                    (words.created, page.time(key.createdAt)),
                    (words.lastUsed, page.time(key.usedAt)),
                    key.revokedAt.map { (words.revoked, page.time($0)) },
                ])),
            T.form(
                [.post, .action(.revoke(id)), .style(.card)], page.formToken,
                T.p(.text(words.keyRevokeMeans)),
                .group(
                    isOwn ? T.p([.style(.error), .alert], .text(words.keyRevokeOwn)) : nil,
                    isOwn
                        ? T.p(
                            T.label(
                                T.input([.checkbox, .name("own"), .value("yes"), .required]), " ",
                                .text(words.keyRevokeOwnYes))) : nil),
                T.button([.submit], .text(words.keyRevokeButton)), " ",
                T.a([.href(.keys())], .text(words.cancel))))
    }
}
