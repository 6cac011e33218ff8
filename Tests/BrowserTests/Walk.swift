import InterlockAPI
import Testing

/// Visits every screen that links lead to.
struct Walk {
    /// How many pages of one kind are looked at: of one path but for ids, with the same query names.
    private let ofAKind: Int
    private static let most = 120

    let browser: Browser
    let stage: ConsoleStage
    private(set) var visited: [String] = []
    private var kinds: [String: Int] = [:]

    init(_ person: Person, ofAKind: Int = 4) {
        self.ofAKind = ofAKind
        browser = person.browser
        stage = person.stage
    }

    /// Opens the pages one after the other, and all that they link to; `look` is called on each.
    mutating func all(
        from start: [String], _ look: (_ path: String) async throws -> Void
    ) async throws {
        var next = start
        while !next.isEmpty {
            let path = next.removeFirst()
            guard !visited.contains(path), take(path) else { continue }
            try #require(visited.count < Self.most, "\(visited)")
            try await browser.open(stage.url + path)
            visited.append(path)
            try await look(path)
            next += try await links()
        }
    }

    /// The console's pages that this one links to.
    private func links() async throws -> [String] {
        let found = try await browser.run(
            """
            return [...document.querySelectorAll('a[href]')]
              .map(link => new URL(link.getAttribute('href'), location.href))
              .filter(url => url.origin === location.origin && url.pathname.startsWith('/admin'))
              .map(url => url.pathname + url.search)
            """)
        return found.elements.compactMap(\.text)
    }

    private mutating func take(_ path: String) -> Bool {
        let parts = path.split(separator: "?", maxSplits: 1)
        let place = parts[0].split(separator: "/").map { $0.count == 36 ? "{id}" : String($0) }
        let names = (parts.dropFirst().first ?? "").split(separator: "&")
            .map { $0.prefix { $0 != "=" } }
        let kind = "\(place)\(names)"
        kinds[kind, default: 0] += 1
        return kinds[kind, default: 0] <= ofAKind
    }
}
