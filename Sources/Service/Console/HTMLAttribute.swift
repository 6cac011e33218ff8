/// An attribute of an element; its name comes from this file, its value is escaped where it is written.
struct HTMLAttribute: Sendable {
    let name: String
    let value: String?
    /// Its value is a secret of the console's own, for the page that it stands in.
    let isDisclosed: Bool

    private init(_ name: String, _ value: String?, isDisclosed: Bool = false) {
        self.name = name
        self.value = value
        self.isDisclosed = isDisclosed
    }

    static func style(_ value: ConsoleStyle) -> Self { Self("class", value.rawValue) }
    static func href(_ path: ConsolePath) -> Self { Self("href", path.text) }
    static func action(_ path: ConsolePath) -> Self { Self("action", path.text) }
    static func id(_ id: String) -> Self { Self("id", id) }
    static func `for`(_ id: String) -> Self { Self("for", id) }
    static func name(_ name: String) -> Self { Self("name", name) }
    static func value(_ value: String) -> Self { Self("value", value) }
    static func formToken(_ token: String) -> Self { Self("value", token, isDisclosed: true) }
    static func content(_ text: String) -> Self { Self("content", text) }
    static func describedBy(_ id: String) -> Self { Self("aria-describedby", id) }
    static func label(_ text: String) -> Self { Self("aria-label", text) }
    /// The name of a group of options.
    static func groupLabel(_ text: String) -> Self { Self("label", text) }
    static func placeholder(_ text: String) -> Self { Self("placeholder", text) }
    /// The head of a table's cell, for the stylesheet.
    static func head(_ text: String) -> Self { Self("data-label", text) }
    static func lang(_ code: String) -> Self { Self("lang", code) }
    static func datetime(_ text: String) -> Self { Self("datetime", text) }
    static func maxLength(_ count: Int) -> Self { Self("maxlength", String(count)) }
    static func rows(_ count: Int) -> Self { Self("rows", String(count)) }
    static func title(_ text: String) -> Self { Self("title", text) }
    static func source(_ path: ConsolePath) -> Self { Self("src", path.text) }
    static func app(_ id: String) -> Self { Self("data-app", id) }
    static func zone(_ name: String) -> Self { Self("data-zone", name) }
    /// What the script says when it has done something, by its word for it.
    static func saying(_ word: String, _ text: String) -> Self { Self("data-" + word, text) }
    static func viewBox(_ width: Int64, _ height: Int64) -> Self {
        Self("viewBox", "0 0 \(width) \(height)")
    }
    static func d(_ path: String) -> Self { Self("d", path) }
    static func x(_ place: Int64) -> Self { Self("x", String(place)) }
    static func y(_ place: Int64) -> Self { Self("y", String(place)) }
    static func labelledBy(_ ids: String) -> Self { Self("aria-labelledby", ids) }
    static let image = Self("role", "img")
    static let ariaHidden = Self("aria-hidden", "true")
    static let polite = Self("aria-live", "polite")
    static let live = Self("data-live", nil)
    static let deferred = Self("defer", nil)
    static let post = Self("method", "post")
    static let get = Self("method", "get")
    static let hidden = Self("type", "hidden")
    static let plain = Self("type", "text")
    static let date = Self("type", "date")
    static let search = Self("type", "search")
    static let password = Self("type", "password")
    static let submit = Self("type", "submit")
    static let checkbox = Self("type", "checkbox")
    static let invalid = Self("aria-invalid", "true")
    static let noSpellcheck = Self("spellcheck", "false")
    static let noCompletion = Self("autocomplete", "off")
    static let autofocus = Self("autofocus", nil)
    static let required = Self("required", nil)
    static let selected = Self("selected", nil)
    static let checked = Self("checked", nil)
    static let currentPage = Self("aria-current", "page")
    static let alert = Self("role", "alert")
    static let status = Self("role", "status")
    static let columnHeader = Self("scope", "col")
    static let utf8 = Self("charset", "utf-8")
    static let viewport = Self("name", "viewport")
    static let stylesheet = Self("rel", "stylesheet")
    static let mainID = Self("id", "main")
}
