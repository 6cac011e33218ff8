import InterlockAPI
import Storage

/// Says in a sentence how asking the store goes for one app and environment.
struct StoreHealthPrint {
    /// What is due for longer shows that nobody asks.
    private static let idleLimit = 5 * 60 * 1_000

    let health: StoreHealth
    let now: Timestamp

    /// With what it is for the operator: a fail when nothing is asked, a warn when asking fails.
    var finding: DoctorFindings.Finding {
        let place =
            "\(health.appID), \(health.environment.rawValue): the store at "
            + "\(AppPrint.url(health.address, health.environment)), key \(health.keyID): "
        if let until = health.restsUntil {
            return .init(
                verdict: .fail,
                text: place + "rests until \(until), nothing is asked before (\(failure)); "
                    + "\(success); give it an access that is good: interlock app update "
                    + "--id \(health.appID) --store-issuer … --store-key-id … --store-key-file …")
        }
        if health.isFailing {
            return .init(
                verdict: .warn, text: place + "\(failure); \(success); tried next \(next)")
        }
        if let nextAt = health.nextAt, now.milliseconds(since: nextAt) > Self.idleLimit {
            return .init(
                verdict: .warn,
                text: place
                    + "\(success); due since \(nextAt), and nobody asks: does a service run?")
        }
        var text = place + "\(success), asked next \(next)"
        if health.failedAt != nil { text += "; \(failure)" }
        return .init(verdict: health.succeededAt == nil ? .warn : .ok, text: text)
    }

    private var success: String {
        health.succeededAt.map { "last success \($0)" } ?? "no success yet"
    }

    private var failure: String {
        guard let failedAt = health.failedAt else { return "no failure yet" }
        return "last failure \(failedAt): \(health.failure ?? ""), \(health.detail ?? "")"
    }

    private var next: String { health.nextAt.map { "\($0)" } ?? "when something is due" }
}
