/// Guesses what a misspelt word was meant to be.
enum Spelling {
    /// The candidate that differs least, if it differs little.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let ranked = candidates.map { (distance(word, $0), $0) }.min { $0.0 < $1.0 }
        guard let (distance, candidate) = ranked, distance <= max(2, word.count / 3) else {
            return nil
        }
        return candidate
    }

    /// The number of letters to insert, remove or replace (Levenshtein).
    private static func distance(_ left: String, _ right: String) -> Int {
        let letters = Array(right)
        var row = Array(0...letters.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in letters.indices {
                let replaced = diagonal + (letter == letters[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
            }
        }
        return row[letters.count]
    }
}
