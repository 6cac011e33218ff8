import HTTPServer

/// The pages that there are, to find the one that a form stood on.
struct ConsolePages: Sendable {
    private let templates: [[Substring]]

    init(_ routes: [Console.Route]) {
        templates = routes.filter { $0.method == .get }.map { $0.path.split(separator: "/") }
    }

    /// Where somebody was going when the session turned out to have ended: the page itself, or for a form the
    /// nearest page above its action. Nil for the overview, where a sign-in leads anyway.
    func place(of request: HTTPRequest) -> ConsolePlace? {
        guard request.method == .get || request.method == .head else {
            return page(above: request.path)
        }
        return request.target == "/admin" ? nil : ConsolePlace(request.target)
    }

    private func page(above path: String) -> ConsolePlace? {
        var steps = path.split(separator: "/")
        while steps.count > 1 {
            if templates.contains(where: { Self.matches($0, steps) }) {
                return ConsolePlace("/" + steps.joined(separator: "/"))
            }
            steps.removeLast()
        }
        return nil
    }

    private static func matches(_ template: [Substring], _ steps: [Substring]) -> Bool {
        template.count == steps.count
            && zip(template, steps).allSatisfy { $0.first == "{" || $0 == $1 }
    }
}
