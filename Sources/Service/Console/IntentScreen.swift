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
        return try await response(visit, session, shown, 200)
    }

    /// Releases what was shown; what somebody changed meanwhile stays as it is. Of one that is released already,
    /// changes for how long its sets stay closed.
    static func release(_ visit: Console.Visit) async throws -> HTTPResponse {
        let (session, form) = try await visit.act()
        let id = try visit.id()
        guard let seen = form["seen"].flatMap(Int64.init) else { throw ConsoleRefusal.malformed }
        let typed = ReleaseSection.Typed(
            reason: TypedReason(form), lockDelay: try LockDelayChoice.read(form))
        if typed.reason.fault != nil {
            guard
                let shown = try await visit.context.storage.console.intent(
                    appID: session.app.id, id: id)
            else { throw ConsoleRefusal.notFound }
            return try await response(visit, session, shown, 400, typed)
        }
        let answer = try await visit.context.storage.intents.releaseByAdministrator(
            appID: session.app.id, id: id, reason: typed.reason.text, actor: session.actor,
            unchangedSince: Timestamp(microseconds: seen), lockDelay: typed.lockDelay)
        guard let answer, answer.outcome != .notFound else { throw ConsoleRefusal.notFound }
        if answer.outcome == .changed {
            return try await ChangedScreen.response(
                visit, session, id, seen: Timestamp(microseconds: seen), typed)
        }
        guard answer.outcome == .released else { throw ConsoleRefusal.closed(id) }
        // Whatever a release does moves the intent's time.
        guard answer.intent?.updatedAt != Timestamp(microseconds: seen) else {
            return ConsolePage.redirect(.intent(id, notice: "already"))
        }
        visit.context.publish(answer.scopeID)
        return ConsolePage.redirect(.intent(id, notice: "released"))
    }

    /// The page of an intent; `typed` is what a refused form had.
    private static func response(
        _ visit: Console.Visit, _ session: ConsoleSession, _ shown: ConsoleIntent, _ status: Int,
        _ typed: ReleaseSection.Typed? = nil
    ) async throws -> HTTPResponse {
        let words = visit.words
        var page = ConsolePage(words.intent, session, words, place: .locks)
        page.title = words.named(words.intent, shown.intent.productID)
        // The address of an answer to a form is no page to ask for again.
        page.isLive = typed == nil
        switch try visit.query()["notice"] {
        case "released": page.notice = released(words, shown)
        case "already": page.notice = alreadyReleased(words, shown)
        default: break
        }
        let view = try await OtherDevicesView(visit, session, shown)
        return page.response(
            status, ReasonField.alert(page, typed?.reason),
            HTMLTag.section([.style(.card)], facts(page, shown)),
            page.section(words.timeline, IntentTimeline.html(page, shown.history)),
            .group(
                view.map { $0.html(page, shown) },
                shown.transaction.map { page.section(words.transaction, transaction(page, $0)) }),
            ReleaseSection.html(
                page, shown, view?.catalog ?? session.app.catalog.compiled, typed))
    }

    /// What the last release did: it released, or changed for how long the sets stay closed.
    private static func released(_ words: ConsoleWords, _ shown: ConsoleIntent) -> String {
        if shown.isKeptClosed { return words.releasedClosed }
        let step = shown.history.last { $0.to == IntentStatus.released.rawValue }
        return step?.actor.delay == .ended ? words.releasedOpened : words.released
    }

    /// By whom and when it was released before; nil where it was not.
    private static func alreadyReleased(
        _ words: ConsoleWords, _ shown: ConsoleIntent
    ) -> String? {
        let step = shown.history.last { $0.to == IntentStatus.released.rawValue }
        return step.map { step in
            let name = step.actor.label ?? step.actor.deviceID
            let who = [words.plain(step.actor.kind), name].compactMap(\.self)
            return words.releasedAlready(
                by: who.joined(separator: " "), at: words.clock.text(step.at))
        }
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
            intent.status == .pending
                ? intent.pendingReason.map { (words.pendingReason, .text(words.waits($0))) } : nil,
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
}
