import AppStore
import AppStoreServer
import InterlockAPI

/// Decides when a check comes again. Pure: clock and chance are passed in.
struct AskingSchedule: Sendable {
    /// The store tries to be paid for 60 days.
    static let billingRetry = Duration.seconds(60 * 86_400)
    /// What ends sooner may be over between two looks at what ends next.
    private static let shortPeriod = Duration.seconds(300)
    /// From the end of a period to the question whether it was renewed, and how far it is spread, so that a
    /// common end does not come all at once; `checks_collect` does alike. The limit of the call holds
    /// back what would still be too much for the app.
    private static let afterPeriod = Duration.seconds(2)
    private static let spread = Duration.seconds(10)
    private static let hour = Duration.seconds(3_600)
    private static let day = Duration.seconds(86_400)

    let configuration: AskingConfiguration

    /// How long until the next look for missed notifications.
    ///
    /// - Parameter random: at least 0, below 1; so everywhere here.
    func notifications(random: Double) -> Duration {
        configuration.notificationPause * (0.9 + 0.2 * random)
    }

    /// When a check that failed comes again; nil: not by itself, since the store itself says that it knows
    /// nothing of it. No other answer ends a check: whoever gave it, the next one may be another's. What
    /// rests is asked again when the app's access changes.
    ///
    /// - Parameter tries: failures in a row, this one included.
    func after(
        _ failure: AskingFailure, tries: Int, now: Timestamp, random: Double
    ) -> Duration? {
        switch failure {
        case .cancelled: return .zero
        case .resting(let rest): return rest * (1 + 0.1 * random)
        case .unusableAccess: return configuration.refusedPause * (0.9 + 0.2 * random)
        case .storage, .noAccess: return pause(tries, random)
        case .store(let error):
            switch error.kind {
            case .notFound: return nil
            // The same request will mostly be as wrong the next time.
            case .invalidRequest: return longPause(tries, random)
            case .unauthorized: return configuration.refusedPause * (0.9 + 0.2 * random)
            case .rateLimited(let until):
                // Not all of an app's checks at the very moment.
                let wait = Duration.milliseconds(until.milliseconds(since: now) + 1)
                return wait * (1 + 0.25 * random)
            case .unavailable, .untrustedServer, .foreignAnswer, .malformedResponse, .pageLimit,
                .cancelled:
                return pause(tries, random)
            }
        }
    }

    private func longPause(_ tries: Int, _ random: Double) -> Duration {
        Self.pause(tries, random, in: Self.hour...Self.day)
    }

    private func pause(_ tries: Int, _ random: Double) -> Duration {
        Self.pause(tries, random, in: configuration.retryPauses)
    }

    private static func pause(
        _ tries: Int, _ random: Double, in pauses: ClosedRange<Duration>
    ) -> Duration {
        let doublings = min(max(tries - 1, 0), 20)
        let bound = min(pauses.lowerBound * (1 << doublings), pauses.upperBound)
        return bound / 2 + bound / 2 * random
    }

    /// When a subscription that was just asked about is worth another question; nil: not by itself. The
    /// end of its next period brings it back.
    ///
    /// Production renews up to a day ahead, and then its notification, or the status that was just read, has
    /// brought the next period long before this one ends. Where it has not, as in the sandbox or after an
    /// outage, whoever has paid reads `expired` until somebody asks: so the question comes seconds after the
    /// end, and, while the store itself expects a renewal, at pauses that double from then on.
    ///
    /// - Parameter status: the store's word beside the signed texts: good enough to choose a date.
    static func again(
        _ status: SubscriptionStatuses.Status?, _ transaction: StoreTransaction?,
        _ renewal: RenewalInfo?, now: StoreDate, random: Double
    ) -> Duration? {
        guard let transaction, transaction.revocationDate == nil,
            let expires = transaction.expiresDate
        else { return nil }
        if expires > now {
            let rest = Duration.milliseconds(expires.milliseconds - now.milliseconds)
            return rest > shortPeriod ? nil : rest + afterPeriod + spread * random
        }
        let age = Duration.milliseconds(now.milliseconds - expires.milliseconds)
        let isInGrace =
            status == .gracePeriod || renewal?.gracePeriodExpiresDate.map { $0 > now } == true
        if isInGrace || status == .billingRetry || renewal?.isInBillingRetry == true {
            if age >= billingRetry { return nil }
            return isInGrace ? hour * 6 : day
        }
        if age < hour {
            let isAwaited = status == .active || renewal?.autoRenews == true
            return isAwaited ? min(max(age, afterPeriod + spread), hour) * (1 + 0.2 * random) : hour
        }
        return age < day ? day : nil
    }
}
