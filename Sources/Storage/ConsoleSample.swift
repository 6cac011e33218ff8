package import InterlockAPI

/// How many were open in an app at the end of five minutes.
package struct ConsoleSample: Sendable, Hashable, Decodable {
    package let reserved: Int64
    package let pending: Int64
    package let confirming: Int64
    package let stuck: Int64
    /// Open incidents.
    package let incidents: Int64
    /// Devices that waited, on all nodes.
    package let waiting: Int64
    private let microseconds: Int64

    /// When the five minutes began: a multiple of five minutes since 1970.
    package var at: Timestamp { Timestamp(microseconds: microseconds) }
    package var open: Int64 { reserved + pending + confirming }

    enum CodingKeys: String, CodingKey {
        case reserved, pending, confirming, stuck, incidents, waiting
        case microseconds = "at"
    }
}
