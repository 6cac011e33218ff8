import InterlockAPI

/// A text that runs as a script wherever a page takes it for markup, and what shows that it did.
enum Trap {
    /// Ends an attribute's value and the elements whose content is text, then runs in two ways.
    static let text = """
        "'></title></textarea><script>sprung=1</script><img src=x onerror=sprung=2>
        """

    /// Says how the page fell into the trap: the text ran, it opened a dialog, or the browser refused what the
    /// page's policy forbids, which means that it was taken for markup.
    static func findings(_ browser: Browser) async throws -> [String] {
        var found: [String] = []
        if let dialog = try await browser.dialog() { found.append("dialog: \(dialog)") }
        let ran = try await browser.run(
            """
            return typeof sprung !== 'undefined' ? 'ran: ' + sprung
              : document.querySelector('img, [onerror]') ? 'is markup' : null
            """)
        if let ran = ran.text { found.append(ran) }
        // A refusal's page has its status for a reason.
        let said = try await browser.log().filter { !$0.contains("responded with a status of 4") }
        return found + said
    }
}
