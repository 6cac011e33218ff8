import InterlockAPI
import Storage

/// Tells what happened to an intent, step by step, and who did it.
enum IntentTimeline {
    static func html(_ page: ConsolePage, _ steps: [ConsoleStep]) -> HTML {
        typealias T = HTMLTag
        guard !steps.isEmpty else { return T.p([.style(.quiet)], .text(page.words.noTimeline)) }
        let items = steps.map { step in
            T.li(
                page.time(step.at), " ",
                .group(
                    step.from.flatMap { $0 == step.to ? nil : page.badge($0) },
                    step.from.flatMap { $0 == step.to ? nil : " → " }), page.badge(step.to), " ",
                delay(page, step), actor(page, step.actor),
                .group(reason(page, step).map { T.span([.style(.reason)], T.bdi(.text($0))) }))
        }
        return T.ol([.style(.timeline)], .all(items))
    }

    /// What a release says of its sets: a second one has no other news. One that was written down before that was
    /// kept says nothing of it.
    private static func delay(_ page: ConsolePage, _ step: ConsoleStep) -> HTML {
        guard step.to == IntentStatus.released.rawValue else { return .nothing }
        let words = page.words
        switch step.actor.delay {
        case .until(let time):
            return .group(.text(words.closedUntilThen), " ", page.time(time), " ")
        case .ended: return .text(words.openedAgain + " ")
        case nil: return step.from == step.to ? .text(words.delayChanged + " ") : .nothing
        }
    }

    /// A person's reason is theirs; the service's own, and what a request waits for, are words of ours.
    static func reason(_ page: ConsolePage, _ step: ConsoleStep) -> String? {
        guard let reason = step.reason else { return nil }
        if step.to == IntentStatus.pending.rawValue {
            return PendingReason(rawValue: reason).map(page.words.waits) ?? page.words.plain(reason)
        }
        return ["clock", "transaction"].contains(step.actor.kind)
            ? page.words.plain(reason) : reason
    }

    static func actor(_ page: ConsolePage, _ actor: ConsoleStep.Actor) -> HTML {
        let name = actor.deviceID ?? actor.label ?? actor.source.map { page.words.plain($0) }
        return .group(
            page.quiet(page.words.plain(actor.kind)), name == nil ? nil : " ",
            name.map { page.foreign($0) })
    }
}
