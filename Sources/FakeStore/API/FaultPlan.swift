/// Faults on demand: what the next calls meet instead of, or before, their answer.
struct FaultPlan: Sendable {
    /// In the words of the control face.
    enum Kind: String, Sendable, CaseIterable {
        /// 500 without a number that invites to try again.
        case internalError = "500"
        /// 500 with one.
        case retryable = "5000001"
        case rateLimited = "429"
        case unauthorized = "401"
        /// A page of somebody in between, who knows of no such path.
        case proxyNotFound = "404"
        /// Nothing, from somebody in between who lets nobody through.
        case proxyForbidden = "403"
        /// The connection ends in the middle of the answer.
        case cut
        /// The answer comes late.
        case slow
    }

    struct Fault: Sendable, Equatable {
        let kind: Kind
        var count: Int
        /// A route's name; nil: any.
        let route: String?
        /// Of a slow one.
        let delay: Duration
    }

    private(set) var faults: [Fault] = []

    /// At most so many wait, the oldest going first.
    static let limit = 100

    mutating func add(_ fault: Fault) {
        guard fault.count > 0 else { return }
        faults.append(fault)
        if faults.count > Self.limit { faults.removeFirst() }
    }

    mutating func clear() { faults = [] }

    /// Takes the fault of a call, the oldest that fits.
    mutating func take(_ route: String) -> Fault? {
        guard let place = faults.firstIndex(where: { $0.route == nil || $0.route == route })
        else { return nil }
        let fault = faults[place]
        faults[place].count -= 1
        if faults[place].count == 0 { faults.remove(at: place) }
        return fault
    }
}
