/// An attribute of an element; its name comes from this file, its value is escaped where it is written.
struct HTMLAttribute: Sendable {
    let name: String
    let value: String?

    private init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    static func style(_ value: ConsoleStyle) -> Self { Self("class", value.rawValue) }
    static func href(_ path: ConsolePath) -> Self { Self("href", path.text) }
    static func action(_ path: ConsolePath) -> Self { Self("action", path.text) }
    static func id(_ id: String) -> Self { Self("id", id) }
    static func `for`(_ id: String) -> Self { Self("for", id) }
    static func name(_ name: String) -> Self { Self("name", name) }
    static func value(_ value: String) -> Self { Self("value", value) }
    static func content(_ text: String) -> Self { Self("content", text) }
    static func describedBy(_ id: String) -> Self { Self("aria-describedby", id) }
    static func label(_ text: String) -> Self { Self("aria-label", text) }
    static func placeholder(_ text: String) -> Self { Self("placeholder", text) }
    /// The head of a table's cell, for the stylesheet.
    static func head(_ text: String) -> Self { Self("data-label", text) }
    static func lang(_ code: String) -> Self { Self("lang", code) }
    static func datetime(_ text: String) -> Self { Self("datetime", text) }
    static func maxLength(_ count: Int) -> Self { Self("maxlength", String(count)) }
    static func rows(_ count: Int) -> Self { Self("rows", String(count)) }
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
    static let required = Self("required", nil)
    static let selected = Self("selected", nil)
    static let currentPage = Self("aria-current", "page")
    static let alert = Self("role", "alert")
    static let status = Self("role", "status")
    static let columnHeader = Self("scope", "col")
    static let utf8 = Self("charset", "utf-8")
    static let viewport = Self("name", "viewport")
    static let stylesheet = Self("rel", "stylesheet")
    static let mainID = Self("id", "main")
}
