package import InterlockAPI

/// Counts what is open in an app.
package struct ConsoleOverview: Sendable {
    /// The database's clock at the read.
    package let at: Timestamp
    package let reserved: Int64
    package let pending: Int64
    package let confirming: Int64
    package let stuck: Int64
    /// When the oldest open intent was made.
    package let oldestAt: Timestamp?
    /// Open incidents.
    package let incidents: Int64

    package var open: Int64 { reserved + pending + confirming }
}
