import Synchronization

/// Holds the process's counters and gauges, and renders them in Prometheus text format 0.0.4.
///
/// Asking for a name and labels again gives the same counter; keep it where it is used often. The labels' values must
/// come from a small closed set (a route, a status), never from a client.
package final class Metrics: Sendable {
    /// The media type of `rendered()`.
    package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    package typealias Labels = KeyValuePairs<String, String>

    private enum Series {
        case counter(Counter)
        case gauge(Gauge)
        case reading(@Sendable () -> Int)

        var type: String {
            switch self {
            case .counter: "counter"
            case .gauge, .reading: "gauge"
            }
        }

        var value: Int {
            switch self {
            case .counter(let counter): counter.value
            case .gauge(let gauge): gauge.value
            case .reading(let read): read()
            }
        }
    }

    private struct Family {
        let help: String
        var series: [String: Series] = [:]
    }

    private let families = Mutex<[String: Family]>([:])

    package init() {}

    /// Finds or makes a counter; its name should end in `_total`.
    package func counter(_ name: String, help: String, _ labels: Labels = [:]) -> Counter {
        register(name, help, labels) { series in
            if case .counter(let counter)? = series { return counter }
            let counter = Counter()
            series = .counter(counter)
            return counter
        }
    }

    /// Finds or makes a gauge.
    package func gauge(_ name: String, help: String, _ labels: Labels = [:]) -> Gauge {
        register(name, help, labels) { series in
            if case .gauge(let gauge)? = series { return gauge }
            let gauge = Gauge()
            series = .gauge(gauge)
            return gauge
        }
    }

    /// Adds a gauge that is read when it is rendered, on the rendering thread; replaces one of the same labels.
    package func reading(
        _ name: String, help: String, _ labels: Labels = [:],
        _ read: @escaping @Sendable () -> Int
    ) {
        register(name, help, labels) { $0 = .reading(read) }
    }

    /// Renders everything, sorted by name and labels.
    package func rendered() -> String {
        // Readings run outside the lock: one may use this registry itself.
        let families = families.withLock { $0 }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text += "# HELP \(name) \(Self.escaped(family.help, quote: false))\n"
            let series = family.series.sorted { $0.key < $1.key }
            if let type = series.first?.value.type { text += "# TYPE \(name) \(type)\n" }
            for (labels, series) in series { text += "\(name)\(labels) \(series.value)\n" }
        }
        return text
    }

    private func register<Result: Sendable>(
        _ name: String, _ help: String, _ labels: Labels,
        _ update: (inout Series?) -> Result
    ) -> Result {
        let name = Self.word(name)
        let key = Self.text(of: labels)
        return families.withLock { families in
            update(&families[name, default: Family(help: help)].series[key])
        }
    }

    private static func text(of labels: Labels) -> String {
        if labels.isEmpty { return "" }
        let pairs = labels.sorted { $0.key < $1.key }
            .map { "\(word($0.key))=\"\(escaped($0.value, quote: true))\"" }
        return "{\(pairs.joined(separator: ","))}"
    }

    /// Replaces what a name may not have.
    private static func word(_ name: String) -> String {
        var bytes = name.utf8.map { byte in
            switch byte {
            case 48...57, 65...90, 97...122: byte
            default: UInt8(ascii: "_")
            }
        }
        if let first = bytes.first, first <= 57 { bytes.insert(UInt8(ascii: "_"), at: 0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escaped(_ text: String, quote: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quote: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
