import Coordination
import InterlockAPI
import Storage

/// The part of an intent's page that releases it, or that changes for how long its release keeps its sets closed.
enum ReleaseSection {
    /// What was filled in before, where it could not be acted on.
    struct Typed: Sendable {
        let reason: TypedReason
        let lockDelay: Int64?
    }

    /// Nothing for an intent that has ended and keeps nothing closed.
    static func html(
        _ page: ConsolePage, _ shown: ConsoleIntent, _ catalog: CompiledCatalog,
        _ typed: Typed? = nil
    ) -> HTML {
        if shown.intent.status.isOpen { return release(page, shown, catalog, typed) }
        return shown.isKeptClosed ? delay(page, shown, catalog, typed) : .nothing
    }

    private static func release(
        _ page: ConsolePage, _ shown: ConsoleIntent, _ catalog: CompiledCatalog, _ typed: Typed?
    ) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        let intent = shown.intent
        guard page.session?.mayAct == true else {
            return page.section(words.release, T.p([.style(.quiet)], .text(words.viewerOnly)))
        }
        let consequences: [String?] = [
            words.unlocks(
                shown.claims, products: catalog.products(in: shown.claims),
                forGroup: shown.scopeKind == "group"),
            words.others(shown.beside), words.storeGoesOn(intent.status), words.late,
            words.warns(shown.reportedAt != nil),
        ]
        return page.section(
            words.release,
            .group(shown.isStuck ? nil : T.p([.style(.error)], .text(words.notStuckYet))),
            T.h3(.text(words.consequences)),
            T.ul(.all(consequences.compactMap(\.self).map { T.li(.text($0)) })),
            form(
                page, shown, typed, LockDelayChoice.field(page, chosen: typed?.lockDelay),
                words.releaseButton))
    }

    private static func delay(
        _ page: ConsolePage, _ shown: ConsoleIntent, _ catalog: CompiledCatalog, _ typed: Typed?
    ) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        let intent = shown.intent
        let until = T.p(.text(words.keptClosed), " ", page.time(intent.expiresAt))
        guard page.session?.mayAct == true else {
            return page.section(
                words.changeDelay, until, T.p([.style(.quiet)], .text(words.viewerOnlyDelay)))
        }
        let products = catalog.products(
            closedBy: intent.productID, sets: intent.exclusionSets, isOwn: true)
        return page.section(
            words.changeDelay, until,
            T.ul(
                T.li(
                    .text(
                        words.opens(
                            intent.exclusionSets, products: products,
                            forGroup: shown.scopeKind == "group"))),
                T.li(.text(words.late))),
            form(
                page, shown, typed, LockDelayChoice.change(page, chosen: typed?.lockDelay),
                words.changeDelayButton))
    }

    private static func form(
        _ page: ConsolePage, _ shown: ConsoleIntent, _ typed: Typed?, _ delay: HTML,
        _ button: String
    ) -> HTML {
        typealias T = HTMLTag
        let intent = shown.intent
        return T.form(
            [.post, .action(.release(intent.id))], page.formToken,
            T.input([.hidden, .name("seen"), .value("\(intent.updatedAt.microseconds)")]),
            ReasonField.html(page, typed?.reason), delay, T.button([.submit], .text(button)))
    }
}

extension ConsoleIntent {
    /// Whether it was released and its sets are still closed to everybody.
    var isKeptClosed: Bool {
        intent.status == .released && intent.expiresAt.map { $0 > at } ?? false
    }
}
