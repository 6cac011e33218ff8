import Storage

extension StuckRule {
    /// When an open intent counts as stuck, one sentence a limit.
    var words: [String] {
        let reserved = self.reserved.map { "for \(ShortDuration.text($0)) or longer" }
        return [
            "reserved \(reserved ?? "past its renewals")",
            "confirming, and nothing was reported for \(ShortDuration.text(confirming))",
            "pending for \(ShortDuration.text(pending)) or longer",
            "reserved or confirming, and its device was not heard of for \(ShortDuration.text(gone))",
        ]
    }
}
