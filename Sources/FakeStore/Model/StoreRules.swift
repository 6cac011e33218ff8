package import InterlockAPI

/// Holds what a storefront does by the clock; durations in milliseconds, as the real store's.
package struct StoreRules: Sendable, Equatable {
    /// Which request's token a merged Ask to Buy keeps: the store doesn't say.
    package enum MergedToken: Sendable {
        case first
        case last
    }

    static let hour: Int64 = 3_600_000
    static let day: Int64 = 24 * hour

    /// Divides every duration, as the sandbox shortens periods. The clock itself runs as ever, so that
    /// dates agree with the clock of whoever reads them.
    package var speed: Int64 = 1
    /// How long a period that could not be paid goes on entitling; nil: not at all.
    package var gracePeriod: Int64? = 16 * day
    /// How long the store tries to be paid.
    package var billingRetry = 60 * day
    /// How long a parent has to answer the last request.
    package var approvalWindow = day
    /// How long before its beginning a renewal is made, at most; a tenth of its period where that is
    /// shorter. Such a transaction is signed before its purchase date.
    package var renewalLead = day
    package var mergedToken = MergedToken.last
    package var currency = "USD"
    /// The first transaction's id is a little greater.
    package var transactionIDBase: Int64 = 2_000_000_000_000_000

    package init() {}

    /// A duration on this storefront.
    func scaled(_ milliseconds: Int64) -> Int64 { max(1, milliseconds / max(1, speed)) }

    /// The length of a period on this storefront; a month has 30 days, a year 365.
    package func length(of period: ISODuration?) -> Int64 {
        guard let period else { return scaled(30 * Self.day) }
        let days = period.months / 12 * 365 + period.months % 12 * 30 + period.days
        // A hundred years: no date of the store lies beyond.
        let longest = 36_500 * Self.day
        let seconds = min(period.seconds, longest / 1_000)
        return scaled(min(min(days, 36_500) * Self.day + seconds * 1_000, longest))
    }

    /// How long before its beginning a renewal of such a length is made.
    func lead(of length: Int64) -> Int64 { min(scaled(renewalLead), length / 10) }
}
