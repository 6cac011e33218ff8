package import InterlockAPI

/// Counts what is open in an app.
package struct ConsoleOverview: Sendable {
    /// What is counted.
    package enum Figure: String, Sendable, Hashable {
        case reserved, pending, confirming, stuck, incidents
    }

    /// The database's clock at the read.
    package let at: Timestamp
    package let reserved: Int64
    package let pending: Int64
    package let confirming: Int64
    package let stuck: Int64
    /// Open incidents.
    package let incidents: Int64
    /// Devices that wait, on all nodes; some seconds old.
    package let waiting: Int64
    /// The figures that are too many to be counted at each look: they are of ``countedAt``, or, where that is
    /// nil, at least so many. All others are exact.
    package let estimated: Set<Figure>
    /// When the last sample was taken.
    package let countedAt: Timestamp?
    /// When one of the oldest open intents was made.
    package let oldestAt: Timestamp?
    /// What stuck means.
    package let rule: StuckRule
    /// The samples of the last day, one for each five minutes in which the service ran, the oldest first.
    package let samples: [ConsoleSample]

    package var open: Int64 { reserved + pending + confirming }
    package var isOpenEstimated: Bool {
        !estimated.isDisjoint(with: [.reserved, .pending, .confirming])
    }
}
