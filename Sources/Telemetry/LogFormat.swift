/// Says how a line looks.
package enum LogFormat: String, CaseIterable, Sendable {
    /// One JSON object.
    case json
    /// Time, level, message, then `key=value`.
    case human
}
