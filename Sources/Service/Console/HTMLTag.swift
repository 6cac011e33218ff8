/// The elements that pages are made of. None embeds anything; the only script has its text in a file of our own.
enum HTMLTag: String, Sendable, CaseIterable {
    case html, head, title, meta, link, body, header, nav, main, section, div
    case h1, h2, h3, p, a, ul, ol, li, dl, dt, dd, code, span, strong, bdi, time
    case table, caption, thead, tbody, tr, th, td
    case details, summary, pre, footer, script
    case svg, desc, path, text
    case form, label, input, textarea, select, optgroup, option, button

    /// Has no content and no end tag.
    var isVoid: Bool { [.meta, .link, .input].contains(self) }

    func callAsFunction(_ content: HTML...) -> HTML { .element(self, [], content) }

    func callAsFunction(_ attributes: [HTMLAttribute], _ content: HTML...) -> HTML {
        .element(self, attributes, content)
    }
}
