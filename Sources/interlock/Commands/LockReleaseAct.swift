import FoundationEssentials
import InterlockAPI
import Storage

/// One `locks release`: shows what it would do, asks, does it, tells what came of each.
struct LockReleaseAct {
    let app: String
    let reason: String
    let delay: Int64?
    let storage: Storage
    let invocation: Invocation

    private var actor: StoreActor { .user }

    /// The dry run.
    func look(at wishes: [IntentStore.Wish]) async throws {
        let shown = try await storage.intents.preview(appID: app, wishes)
        let list = LockReleaseList(dryRun: true, intents: shown)
        if invocation.wantsJSON { return try Output.json(list) }
        show(shown)
        Output.line("\(list.count) would be released; nothing was changed")
    }

    /// Releases the one that is named; released already, its delay may be changed.
    func releaseNamed(_ id: UUID) async throws {
        let wish = IntentStore.Wish(id: id, unchangedSince: nil)
        guard let seen = try await storage.intents.preview(appID: app, [wish]).first?.intent else {
            throw CommandFailure.refused("app \(app) has no intent \(id.wireText)")
        }
        try Confirmation.require(
            """
            Release \(seen.productID) of \(seen.accountID), \(seen.status.rawValue) since \
            \(seen.createdAt)?
            """, invocation, isExact: true)
        let answer = try await storage.intents.releaseByAdministrator(
            appID: app, id: id, reason: reason, actor: actor, unchangedSince: seen.updatedAt,
            lockDelay: delay)
        guard let answer, let intent = answer.intent else {
            throw CommandFailure.refused("app \(app) has no intent \(id.wireText)")
        }
        if answer.outcome == .changed {
            throw CommandFailure.refused(
                """
                it changed meanwhile: \(seen.status.rawValue) then, \(intent.status.rawValue) since \
                \(intent.updatedAt); nothing was done
                """)
        }
        guard answer.outcome == .released else {
            throw CommandFailure.refused(
                intent.status == .released
                    ? "it is released already, and what it locked is open: a delay can't close it"
                    : "it is \(intent.status.rawValue) already")
        }
        await DatabaseAccess.announce(.scope(answer.scopeID), storage)
        if invocation.wantsJSON { return try Output.json(IntentEnvelope(intent: intent)) }
        if seen.status == .released, intent.updatedAt == seen.updatedAt {
            return try await tellWhoReleased(intent)
        }
        let until = intent.expiresAt.map { "; closed to everybody until \($0)" } ?? ""
        Output.line("released \(intent.productID) of \(intent.accountID)\(until)")
    }

    /// It was released before this: nothing was done, and nothing is wrong.
    private func tellWhoReleased(_ intent: Intent) async throws {
        let history = try await storage.console.intent(appID: app, id: intent.id)?.history ?? []
        let step = history.last { $0.to == IntentStatus.released.rawValue }
        let who = step.map { ", by \($0.actor.words) at \($0.at): \($0.reason ?? "")" } ?? ""
        Output.line("\(intent.productID) of \(intent.accountID) was released already\(who)")
    }

    /// Releases several after they were shown, as they were shown.
    func release(_ wishes: [IntentStore.Wish]) async throws {
        let shown = try await storage.intents.preview(appID: app, wishes)
        let count = shown.count { $0.outcome == .releasable }
        if !invocation.wantsJSON { show(shown) }
        guard count > 0 else { throw CommandFailure.refused("none of them can be released") }
        try Confirmation.require(
            "Release \(count) lock\(count == 1 ? "" : "s")?", invocation)
        let done = try await storage.intents.releaseMany(
            appID: app, wishes, reason: reason, lockDelay: delay, actor: actor
        ) { await DatabaseAccess.announce(.scope($0), storage) }
        let list = LockReleaseList(dryRun: false, intents: done)
        if invocation.wantsJSON {
            try Output.json(list)
        } else {
            for release in done where release.outcome != .released {
                let status = release.intent.map { ": it is \($0.status.rawValue)" } ?? ""
                Output.line("\(release.id.wireText) \(words(release.outcome))\(status)")
            }
            Output.line("released \(list.count) of \(wishes.count)")
        }
        guard list.count == wishes.count else {
            throw CommandFailure.refused("\(wishes.count - list.count) were left as they are")
        }
    }

    private func show(_ releases: [LockRelease]) {
        Output.table(
            [
                "INTENT", "ACCOUNT", "PRODUCT", "ENVIRONMENT", "STATUS", "STUCK", "SINCE",
                "UNLOCKS",
                "MAY STILL HAPPEN",
            ],
            releases.map { release in
                let intent = release.intent
                return [
                    release.id.wireText, intent?.accountID ?? "", intent?.productID ?? "",
                    intent?.environment.rawValue ?? "",
                    release.outcome == .releasable
                        ? intent?.status.rawValue ?? "" : words(release.outcome),
                    release.stuck == true ? "yes" : "", "\(intent?.createdAt, default: "")",
                    unlocks(release),
                    release.consequence.map { words($0) } ?? "",
                ]
            })
    }

    private func unlocks(_ release: LockRelease) -> String {
        if let next = release.nextIntentID { return "the one that waits: \(next.wireText)" }
        let names = release.unlocks ?? []
        let more = Int(release.unlocksCount ?? 0) - names.count
        return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private func words(_ outcome: LockRelease.Outcome) -> String {
        outcome.rawValue.replacing("_", with: " ")
    }

    private func words(_ consequence: LockRelease.Consequence) -> String {
        switch consequence {
        case .buyingMayGoOn: "the person may go on to buy"
        case .requestMaySucceed: "a parent or bank may approve"
        case .purchaseMayArrive: "a paid purchase may arrive"
        }
    }
}
