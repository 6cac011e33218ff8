import HTTPClient
import InterlockAPI

/// An element of the page that the browser shows.
struct Element: Sendable {
    /// The name under which the protocol hands out elements.
    private static let key = "element-6066-11e4-a52e-4f735466cecf"

    let id: String
    private let browser: Browser

    init(_ value: WireValue, in browser: Browser) throws {
        guard let id = value[Self.key]?.text else {
            throw WebDriverError(code: "no element", message: "\(value)")
        }
        self.id = id
        self.browser = browser
    }

    /// As an argument of a script.
    var argument: WireValue { .object([Self.key: .string(id)]) }

    func click() async throws { try await browser.call(.post, "/element/\(id)/click") }

    func clear() async throws { try await browser.call(.post, "/element/\(id)/clear") }

    /// Types into the element, at the end of what is in it.
    func send(_ keys: String) async throws {
        try await browser.call(.post, "/element/\(id)/value", ["text": .string(keys)])
    }

    /// The text that somebody sees.
    func text() async throws -> String { try await read("text") }

    func attribute(_ name: String) async throws -> String? {
        try await browser.call(.get, "/element/\(id)/attribute/\(name)").text
    }

    /// A computed value of its style.
    func style(_ property: String) async throws -> String { try await read("css/\(property)") }

    /// What a screen reader calls it (https://www.w3.org/TR/accname-1.2/).
    func name() async throws -> String { try await read("computedlabel") }

    /// What a screen reader says that it is (https://www.w3.org/TR/wai-aria-1.2/).
    func role() async throws -> String { try await read("computedrole") }

    private func read(_ what: String) async throws -> String {
        try await browser.call(.get, "/element/\(id)/\(what)").text ?? ""
    }
}
