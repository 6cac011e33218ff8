import FoundationEssentials
import PostgresClient

/// What travels on the channel of wake-ups: the sender, then a word for each change.
struct ChangeMessage {
    static let channel = "interlock_changes"
    static let notify = PostgresStatement(
        name: "changes_notify", "select pg_notify($1, $2)")

    let sender: String
    let changes: [ChangeFeed.Change]

    var text: String { ([sender] + changes.map(\.word)).joined(separator: " ") }
    var parameters: [PostgresValue] { [.text(Self.channel), .text(text)] }
}

extension ChangeMessage {
    /// Reads a message; words that are not known are skipped, since a newer node may send them.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard let sender = words.first else { return nil }
        self.sender = String(sender)
        changes = words.dropFirst().compactMap { ChangeFeed.Change(word: String($0)) }
    }
}

extension ChangeFeed.Change {
    fileprivate var word: String {
        switch self {
        case .scope(let id): id.uuidString
        case .apps: "apps"
        case .everything: "everything"
        }
    }

    fileprivate init?(word: String) {
        switch word {
        case "apps": self = .apps
        case "everything": self = .everything
        default:
            guard let id = UUID(uuidString: word) else { return nil }
            self = .scope(id)
        }
    }
}
