import HTTPServer

/// Shows what the server refused before any screen was asked: no such page, a method that the page doesn't take, too
/// much. The languages of a reader are known unless the head itself was refused.
enum StrayScreen {
    /// Whether the console was asked, by its path.
    static func isAsked(_ refusal: HTTPRefusal) -> Bool {
        let path = refusal.path.prefix { $0 != "?" }
        return path == "/admin" || path.hasPrefix("/admin/")
    }

    /// The problem as a page; it keeps its status and its code.
    static func response(to refusal: HTTPRefusal, _ problem: HTTPResponse) -> HTTPResponse {
        let words = ConsoleWords(ConsoleLanguage(accepting: refusal.languages))
        let (title, text) = says(refusal.status, words)
        var response = Console.message(refusal.status, title, text, words)
        response.code = problem.code
        return response
    }

    private static func says(
        _ status: Int, _ words: ConsoleWords
    ) -> (title: String, text: String) {
        switch status {
        case 404: (words.notFoundTitle, words.noSuchPage)
        case 405: (words.formOnlyTitle, words.formOnlyText)
        case 413: (words.tooLargeTitle, words.tooLargeText)
        case 414: (words.tooLongTitle, words.tooLongText)
        case 500...: (words.failedTitle, words.failedText)
        default: (words.malformedTitle, words.malformedText)
        }
    }
}
