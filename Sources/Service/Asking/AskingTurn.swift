import AppStore
import AppStoreServer
import EventLoop
import FoundationEssentials
import InterlockAPI
import Storage
import Telemetry

/// Makes one check that a worker took: asks, and says when it comes again.
struct AskingTurn: Sendable {
    let context: ServiceContext
    let clients: StoreClients
    let metrics: AskingMetrics
    let noted: OncePerHour
    let loop: EventLoop

    private var configuration: AskingConfiguration { context.configuration.asking }

    /// Asks and finishes; whatever happens, another worker may have the check afterwards.
    func make(_ check: StoreCheck) async {
        metrics.began(check)
        var question = Self.question(check)
        var (outcome, isGood, again) = ("", true, Duration?.none)
        var isKnown = true
        // Without ids to ask by, nothing is asked.
        var health: StoreHealth.Note? =
            check.leads.isEmpty && check.kind != .notifications ? nil : .asked
        do throws(AskingFailure) {
            let answered = try await question.ask(try await inquiry(check))
            outcome = answered.name
            switch answered {
            case .done(let pause): again = pause
            case .more: again = .zero
            case .unknown: isKnown = false
            }
        } catch {
            let failure = Task.isCancelled ? AskingFailure.cancelled : error
            (outcome, isGood) = (failure.name, false)
            if case .store(let error) = failure, error.kind == .unauthorized {
                clients.rest(check.appID, check.environment, for: configuration.refusedPause)
            }
            again = AskingSchedule(configuration: configuration).after(
                failure, tries: check.tries, now: ServiceContext.now, random: .random(in: 0..<1))
            note(failure, check)
            health =
                !failure.isOfTheStore
                ? nil
                : .failed(
                    name: failure.name, detail: failure.detail,
                    rest: failure.makesRest ? again : nil)
        }
        // Missed notifications are looked for as long as the app is there.
        if check.kind == .notifications, again == nil { again = configuration.notificationPause }
        metrics.ended(check, outcome, succeeded: isGood)
        // What the store doesn't know keeps its tries: another access may find it.
        await finish(
            check, succeeded: isGood && isKnown, again: again, place: question.place,
            health: health)
    }

    private static func question(_ check: StoreCheck) -> any StoreQuestion {
        switch check.kind {
        case .account: AccountQuestion(leads: check.leads, place: check.place)
        case .subscription:
            SubscriptionQuestion(originalTransactionID: check.subject, place: check.place)
        case .notifications: NotificationQuestion(place: check.place)
        case .token:
            TokenQuestion(
                originalTransactionID: check.subject,
                token: check.leads.first.flatMap(UUID.init(uuidString:)))
        }
    }

    private func inquiry(_ check: StoreCheck) async throws(AskingFailure) -> StoreInquiry {
        if context.registry.app(check.appID) == nil {
            do { try await context.registry.refreshForStranger() } catch { throw .storage(error) }
        }
        guard let app = context.registry.app(check.appID) else { throw .noAccess }
        return StoreInquiry(
            context: context, metrics: metrics,
            schedule: AskingSchedule(configuration: configuration), app: app,
            environment: check.environment,
            clients: try await clients.clients(of: app, in: check.environment),
            end: .now + configuration.turn)
    }

    /// Says what an administrator should hear of, once an hour for each app and reason.
    private func note(_ failure: AskingFailure, _ check: StoreCheck) {
        switch failure {
        case .cancelled, .noAccess, .resting: return
        case .store(let error):
            switch error.kind {
            case .rateLimited, .notFound, .cancelled: return
            default: break
            }
        case .unusableAccess, .storage: break
        }
        guard noted.isFirst("\(check.appID) \(check.environment.rawValue)", failure.name) else {
            return
        }
        context.logger.warning(
            "the store could not be asked",
            [
                "app": .string(check.appID), "environment": .string(check.environment.rawValue),
                "kind": .string(check.kind.rawValue), "reason": .string(failure.name),
                "error": .string(failure.detail),
            ])
    }

    /// Ends the check. A database that is away is no matter: the lease runs out. When the service ends the
    /// check is given back at once, for another node or the next start.
    private func finish(
        _ check: StoreCheck, succeeded: Bool, again: Duration?, place: String,
        health: StoreHealth.Note?
    ) async {
        do {
            try await loop.undisturbed { () async throws(StorageError) in
                try await context.storage.checks.finish(
                    check, succeeded: succeeded, again: again, place: place, health: health)
            }
        } catch {
            context.logger.debug("a check was not ended", ["error": LogValue(error)])
        }
    }
}
