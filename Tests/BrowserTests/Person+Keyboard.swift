import InterlockAPI
import Testing

// Moving through a page by the Tab key.
extension Person {
    /// More stops than any page has that is walked through.
    private static let most = 120

    /// Presses Tab until the control of that role and name has the focus; each stop on the way shows that it
    /// has it.
    func tab(to name: String, _ role: Role) async throws {
        var passed: [String] = []
        for _ in 0..<Self.most {
            try await browser.type(Key.tab)
            let stop = try await browser.focused()
            let stopName = try await stop.name()
            passed.append(stopName)
            try await showsFocus(stop, stopName)
            if stopName == name, try await isA(stop, role) { return }
        }
        throw NotSeen(
            what: "\(role) “\(name)” among the stops \(passed)", page: try await browser.text())
    }

    private func isA(_ element: Element, _ role: Role) async throws -> Bool {
        try await browser.run(
            "return arguments[0].matches(arguments[1])",
            [element.argument, .string(role.selector)]
        ).isTrue
    }

    private func showsFocus(_ stop: Element, _ name: String) async throws {
        let outline = try await browser.run(
            """
            const stop = arguments[0], style = getComputedStyle(stop), box = stop.getBoundingClientRect();
            return stop === document.body || stop.matches(':focus-visible')
              && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
              && box.width > 0 && box.right > 0 && box.bottom > 0
              && box.left < innerWidth && box.top < innerHeight;
            """, [stop.argument])
        #expect(outline.isTrue, "the focus on “\(name)” can't be seen")
    }
}
