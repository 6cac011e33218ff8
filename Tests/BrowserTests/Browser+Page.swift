import HTTPClient
import InterlockAPI

// What a page is asked, and how the browser is moved about.
extension Browser {
    /// Opens an address and waits until the page is loaded.
    func open(_ url: String) async throws { try await call(.post, "/url", ["url": .string(url)]) }

    func back() async throws { try await call(.post, "/back") }

    func address() async throws -> String { try await call(.get, "/url").text ?? "" }

    func title() async throws -> String { try await call(.get, "/title").text ?? "" }

    /// The status with which the page came.
    func status() async throws -> Int? {
        try await run("return performance.getEntriesByType('navigation')[0].responseStatus").whole
    }

    /// The text that somebody sees on the page.
    func text() async throws -> String { try await find("body").text() }

    /// The first element that a selector names, in the order of the document.
    func find(_ selector: String) async throws -> Element {
        let found = try await call(
            .post, "/element", ["using": "css selector", "value": .string(selector)])
        return try Element(found, in: self)
    }

    func findAll(_ selector: String) async throws -> [Element] {
        try await call(
            .post, "/elements", ["using": "css selector", "value": .string(selector)]
        ).elements.map { try Element($0, in: self) }
    }

    /// The element that has the focus.
    func focused() async throws -> Element {
        try Element(try await call(.get, "/element/active"), in: self)
    }

    /// Runs a script's body in the page and gives what it returns; works where the profile's JavaScript is
    /// off too, as the driver's own.
    @discardableResult
    func run(_ script: String, _ arguments: [WireValue] = []) async throws -> WireValue {
        try await call(
            .post, "/execute/sync",
            ["script": .string(script), "args": .array(arguments)])
    }

    /// Presses keys one after the other, wherever the focus is.
    func type(_ keys: String) async throws {
        let actions = keys.unicodeScalars.flatMap { key -> [WireValue] in
            ["keyDown", "keyUp"].map {
                ["type": .string($0), "value": .string(String(Character(key)))]
            }
        }
        let keyboard: WireValue = [
            "type": "key", "id": "keyboard", "actions": .array(actions),
        ]
        try await call(.post, "/actions", ["actions": .array([keyboard])])
    }

    /// The words of a dialog that a page has opened; nil when there is none.
    func dialog() async throws -> String? {
        do { return try await call(.get, "/alert/text").text ?? "" } catch let error
            as WebDriverError where error.code == "no such alert"
        { return nil }
    }

    /// What the browser's console said since it was asked last: refused scripts and styles, errors of scripts,
    /// and answers whose status is an error.
    func log() async throws -> [String] {
        try await call(.post, "/se/log", ["type": "browser"]).elements.map {
            "\($0["level"]?.text ?? "") \($0["message"]?.text ?? "")"
        }
    }

    /// The cookies for the page's address, with their attributes as the browser keeps them.
    func cookies() async throws -> [WireValue] { try await call(.get, "/cookie").elements }
}
