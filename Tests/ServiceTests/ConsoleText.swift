/// What a reader of a page sees or hears: its texts, and the attributes that are read out.
func visibleTexts(of page: String) -> [String] {
    var texts: [String] = []
    for part in page.split(separator: "<").dropFirst() {
        let halves = part.split(separator: ">", maxSplits: 1)
        let tag = halves[0].split(separator: "\"", omittingEmptySubsequences: false)
        for (index, piece) in tag.enumerated() where index % 2 == 1 {
            let name = tag[index - 1].split(separator: " ").last ?? ""
            if ["aria-label=", "label=", "title=", "placeholder=", "alt="].contains(name) {
                texts.append(unescaped(piece))
            }
        }
        if halves.count > 1 { texts.append(unescaped(halves[1])) }
    }
    return texts.filter { $0.contains { !$0.isWhitespace } }
}

/// A text as the browser reads it.
func unescaped(_ text: Substring) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
}

/// The texts of a page that have words in Latin letters, besides the data and the few names that every language
/// writes so. JSON, its places, keys, zones, ids, instants and options that say their own
/// value are data.
func englishWords(in page: String, besides data: [String]) -> [String] {
    let names = ["Interlock", "UTC", "ilk_", "JSON", "Cookie"]
    let shown = page.replacing(/<option value="([^"]*)"( selected)?>\1<\/option>/, with: "")
    return visibleTexts(of: shown).filter { text in
        if text.first(where: { !$0.isWhitespace }) == "{" { return false }
        var rest = text.replacing(/[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/, with: " ")
            .replacing(/ilk_[A-Za-z0-9_-]{20,}|[a-z_]+\[[0-9]+\](\.[a-z_]+)*/, with: " ")
            .replacing(/[A-Z][A-Za-z_]+(\/[A-Za-z_+-]+)+/, with: " ")
            .replacing(/\b[0-9a-f]{64}\b/, with: " ")
            .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.+]+Z?/, with: " ")
        for word in (data + names).sorted(by: { $0.count > $1.count }) {
            rest = rest.replacing(word, with: " ")
        }
        return rest.contains(/[A-Za-z]{2,}/)
    }
}
