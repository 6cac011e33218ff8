import HTTPServer

/// A language that the console speaks.
enum ConsoleLanguage: Sendable, Hashable, CaseIterable {
    case english
    case chinese

    /// The value of a page's `lang`.
    var code: String {
        switch self {
        case .english: "en"
        case .chinese: "zh-Hans"
        }
    }

    /// Ranges beyond these are not looked at: no browser sends as many.
    private static let ranges = 32

    /// Takes the language that the reader likes best of those that there are: the highest weight, among equal ones
    /// the first (RFC 9110, 12.5.4). English where none is named, and for `*`.
    init(of request: HTTPRequest) {
        self.init(accepting: request.headers("accept-language").joined(separator: ","))
    }

    init(accepting text: String) {
        var best: (language: ConsoleLanguage, weight: Double) = (.english, 0)
        for range in text.split(separator: ",").prefix(Self.ranges) {
            let parts = range.split(separator: ";").map {
                $0.filter { !$0.isWhitespace }.lowercased()
            }
            guard let name = parts.first, let language = Self.named(name) else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
                .map { Double($0.dropFirst(2)) ?? 0 }
            let value = min(weight ?? 1, 1)
            if value > best.weight { best = (language, value) }
        }
        self = best.language
    }

    /// Whoever reads Chinese in the traditional script reads the simplified one more easily than English.
    private static func named(_ name: String) -> ConsoleLanguage? {
        switch name.split(separator: "-").first {
        case "en", "*": .english
        case "zh": .chinese
        default: nil
        }
    }
}
