import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Shows what happened to one intent, and releases it.
enum IntentScreen {
    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        let session = try await visit.session()
        let id = try visit.id()
        let store = visit.context.storage.console
        guard let shown = try await store.intent(appID: session.app.id, id: id) else {
            throw ConsoleRefusal.notFound
        }
        let words = visit.words
        var page = ConsolePage(words.intent, session, words, place: .locks)
        page.title = words.named(words.intent, shown.intent.productID)
        page.isLive = true
        if try visit.query()["notice"] == "released" { page.notice = words.released }
        let view = try await OtherDevicesView(visit, session, shown)
        return page.response(
            200,
            HTMLTag.section([.style(.card)], facts(page, shown)),
            page.section(words.timeline, timeline(page, shown.history)),
            .group(
                view.map { $0.html(page) },
                shown.transaction.map { page.section(words.transaction, transaction(page, $0)) },
                shown.intent.status.isOpen ? release(page, shown) : nil))
    }

    /// Releases what was shown; what somebody changed meanwhile stays as it is.
    static func release(_ visit: Console.Visit) async throws -> HTTPResponse {
        let (session, form) = try await visit.act()
        let id = try visit.id()
        let reason = try visit.reason(in: form)
        guard let seen = form["seen"].flatMap(Int64.init) else { throw ConsoleRefusal.malformed }
        let answer = try await visit.context.storage.intents.releaseByAdministrator(
            appID: session.app.id, id: id, reason: reason, actor: session.actor,
            unchangedSince: Timestamp(microseconds: seen), lockDelay: try LockDelayChoice.read(form)
        )
        guard let answer, answer.outcome != .notFound else { throw ConsoleRefusal.notFound }
        if answer.outcome == .changed {
            return try await ChangedScreen.response(
                visit, session, id, seen: Timestamp(microseconds: seen))
        }
        guard answer.outcome == .released else { throw ConsoleRefusal.closed(id) }
        visit.context.publish(answer.scopeID)
        return ConsolePage.redirect(.intent(id, notice: "released"))
    }

    private static func facts(_ page: ConsolePage, _ shown: ConsoleIntent) -> HTML {
        let words = page.words
        let intent = shown.intent
        let age = page.age(since: intent.createdAt, at: shown.at)
        return page.facts([
            (
                words.status,
                .group(
                    page.badge(intent.status.rawValue), shown.isStuck ? page.badge("stuck") : nil,
                    intent.settledLate ? page.quiet(" \(words.settledLate)") : nil)
            ),
            intent.pendingReason.map { (words.pendingReason, .text(words.plain($0.rawValue))) },
            (words.product, page.foreign(intent.productID)),
            (words.account, page.account(intent.accountID)),
            (words.device, page.foreign(intent.deviceID)),
            (words.environment, .text(words.plain(intent.environment.rawValue))),
            (words.group, shown.groupID.map(page.code) ?? page.quiet(words.ownScope)),
            (words.sets, page.foreign(words.list(intent.exclusionSets))),
            intent.status.isOpen
                ? (
                    words.holds,
                    shown.claims.isEmpty
                        ? page.quiet(words.holdsNothing)
                        : page.foreign(words.list(shown.claims))
                ) : nil,
            (words.beside, .text("\(shown.beside)")),
            (words.created, .group(page.time(intent.createdAt), " ", age)),
            (words.updated, page.time(intent.updatedAt)),
            intent.expiresAt.map {
                (
                    intent.status == .released ? words.closedUntil : words.deadline, page.time($0)
                )
            },
            intent.risks.isEmpty
                ? nil
                : (
                    words.risks,
                    page.foreign(words.plain(intent.risks.map(\.rawValue)))
                ),
            shown.error.map { (words.errorText, page.foreign($0)) },
            (words.intent, page.code(intent.id.wireText)),
            (words.request, page.code(intent.requestID)),
            intent.transactionID.map {
                (words.transaction, HTMLTag.a([.href(.transaction($0))], page.code($0)))
            },
            shown.metadata.map { (words.metadata, page.code($0)) },
        ])
    }

    private static func timeline(_ page: ConsolePage, _ steps: [ConsoleStep]) -> HTML {
        typealias T = HTMLTag
        guard !steps.isEmpty else { return T.p([.style(.quiet)], .text(page.words.noTimeline)) }
        let items = steps.map { step in
            T.li(
                page.time(step.at), " ",
                .group(
                    step.from.flatMap { $0 == step.to ? nil : page.badge($0) },
                    step.from.flatMap { $0 == step.to ? nil : " → " }), page.badge(step.to), " ",
                actor(page, step.actor),
                .group(reason(page, step).map { T.span([.style(.reason)], T.bdi(.text($0))) }))
        }
        return T.ol([.style(.timeline)], .all(items))
    }

    /// A person's reason is theirs; the service's own, and what a request waits for, are words of ours.
    static func reason(_ page: ConsolePage, _ step: ConsoleStep) -> String? {
        let isOurs = ["clock", "transaction"].contains(step.actor.kind) || step.to == "pending"
        return isOurs ? step.reason.map { page.words.plain($0) } : step.reason
    }

    static func actor(_ page: ConsolePage, _ actor: ConsoleStep.Actor) -> HTML {
        let name = actor.deviceID ?? actor.label ?? actor.source.map { page.words.plain($0) }
        return .group(
            page.quiet(page.words.plain(actor.kind)), name == nil ? nil : " ",
            name.map { page.foreign($0) })
    }

    static func transaction(_ page: ConsolePage, _ shown: ConsoleTransaction) -> HTML {
        let words = page.words
        return page.facts([
            (words.transaction, page.code(shown.transactionID)),
            (words.original, page.code(shown.originalTransactionID)),
            (words.product, page.foreign(shown.productID)),
            (words.ownership, .text(words.plain(shown.ownershipType.lowercased()))),
            (words.purchased, page.time(shown.purchasedAt)),
            (words.expires, page.time(shown.expiresAt)),
            shown.revokedAt.map { (words.revoked, page.time($0)) },
            (words.fromSource, page.foreign(words.plain(shown.firstSource))),
        ])
    }

    private static func release(_ page: ConsolePage, _ shown: ConsoleIntent) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        let intent = shown.intent
        guard page.session?.mayAct == true else {
            return page.section(words.release, T.p([.style(.quiet)], .text(words.viewerOnly)))
        }
        let consequences: [String?] = [
            words.unlocks(shown.claims, forGroup: shown.scopeKind == "group"),
            words.others(shown.beside), words.storeGoesOn(intent.status), words.late,
            words.warns(shown.reportedAt != nil),
        ]
        return page.section(
            words.release,
            .group(shown.isStuck ? nil : T.p([.style(.error)], .text(words.notStuckYet))),
            T.h3(.text(words.consequences)),
            T.ul(.all(consequences.compactMap(\.self).map { T.li(.text($0)) })),
            T.form(
                [.post, .action(.release(intent.id))], page.formToken,
                T.input([.hidden, .name("seen"), .value("\(intent.updatedAt.microseconds)")]),
                T.label([.for("reason")], .text(words.reason)),
                T.textarea([
                    .name("reason"), .id("reason"), .rows(3), .maxLength(Bounds.reason), .required,
                    .describedBy("reason-hint"),
                ]),
                T.p([.id("reason-hint"), .style(.quiet)], .text(words.reasonHint)),
                LockDelayChoice.field(page),
                T.button([.submit], .text(words.releaseButton))))
    }
}
