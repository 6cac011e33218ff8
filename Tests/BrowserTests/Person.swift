import InterlockAPI
import TestSupport
import Testing

/// Somebody at the console, who finds things by what they are called and what they are, never by where they
/// stand.
struct Person: Sendable {
    /// How the person works.
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case pointer = "with a pointer"
        case keyboard = "with the keyboard alone"
        case withoutScripts = "without JavaScript"

        var testDescription: String { rawValue }

        var options: Browser.Options {
            var options = Browser.Options()
            options.runsScripts = self != .withoutScripts
            return options
        }
    }

    /// What a control is for a screen reader, and the selector of those that can be it.
    enum Role: String {
        case link, button, textbox, searchbox, combobox, checkbox

        var selector: String {
            switch self {
            case .link: "a[href]"
            case .button: "button, summary"
            case .textbox: "input, textarea"
            case .searchbox: "input[type=search]"
            case .combobox: "select"
            case .checkbox: "input[type=checkbox]"
            }
        }
    }

    let browser: Browser
    let stage: ConsoleStage
    var way = Way.pointer

    /// Opens a page of the console by its address.
    func open(_ path: String) async throws { try await browser.open(stage.url + path) }

    func signIn(_ key: String) async throws {
        try await open("/admin")
        try await sees("Sign in", in: "h1")
        try await write(key, into: "Key")
        try await press("Sign in")
        try await sees("Overview", in: "h1")
    }

    /// Looks an account up by the field on every page.
    func search(_ text: String) async throws {
        try await write(
            text,
            into: "Whole id of an account, intent, group or transaction, or app account token",
            .searchbox)
        try await press("Find")
    }

    /// Follows the first link of that name.
    func follow(_ link: String) async throws { try await use(link, .link) }

    func press(_ button: String) async throws { try await use(button, .button) }

    func write(_ text: String, into field: String, _ role: Role = .textbox) async throws {
        switch way {
        case .pointer, .withoutScripts: try await find(field, role).send(text)
        case .keyboard:
            try await tab(to: field, role)
            try await browser.type(text)
        }
    }

    /// The first control of that role and name; waits for it, since a page may be brought up to date meanwhile.
    func find(_ name: String, _ role: Role) async throws -> Element {
        var found: Element?
        do {
            try await eventually("\(role) \(name)", within: .seconds(10)) {
                do { found = try await look(name, role) } catch let error as WebDriverError
                    where error.isStale
                {}
                return found != nil
            }
        } catch is DeadlinePassed {}
        if let found { return found }
        throw NotSeen(what: "\(role) “\(name)”", page: try await browser.text())
    }

    private func look(_ name: String, _ role: Role) async throws -> Element? {
        for element in try await browser.findAll(role.selector) {
            // The name is asked for first: there are many links, and few of one name.
            if try await element.name() == name, try await matches(element, role) {
                return element
            }
        }
        return nil
    }

    /// Waits until `text` is in what `selector` shows.
    func sees(_ text: String, in selector: String = "body") async throws {
        do {
            try await eventually("\(selector) shows \(text)") {
                let found = try? await browser.find(selector).text()
                return found?.contains(text) == true
            }
        } catch is DeadlinePassed {
            throw NotSeen(what: "\(selector) with “\(text)”", page: try await browser.text())
        }
    }

    private func use(_ name: String, _ role: Role) async throws {
        switch way {
        case .pointer, .withoutScripts: try await find(name, role).click()
        case .keyboard:
            try await tab(to: name, role)
            try await browser.type(Key.enter)
        }
    }

    private func matches(_ element: Element, _ role: Role) async throws -> Bool {
        // A password field has no role of its own, and assistive software takes it for a text field.
        let found = try await element.role()
        return found == role.rawValue || role == .textbox && found.isEmpty
    }
}

/// Says that a page does not show what it should.
struct NotSeen: Error, CustomStringConvertible {
    let what: String
    let page: String

    var description: String { "\(what) is not on the page:\n\(page)" }
}
