import FoundationEssentials
import PostgresClient

// Wake-ups from programs that have no feed of their own: a command that commits one change and ends.
extension Storage {
    /// The channel and the form of `ChangeFeed`: the sender, then a word for each change.
    private static let channel = "interlock_changes"
    /// No node's id, so that every node takes it for another's.
    private static let sender = "command"
    private static let notify = PostgresStatement(
        name: "announcement_notify", "select pg_notify($1, $2)")

    /// Tells every running service what was committed; call it after the commit, and only then.
    ///
    /// A hint like every wake-up: whoever misses it compares versions within seconds.
    package func announce(_ change: ChangeFeed.Change) async throws(StorageError) {
        let word =
            switch change {
            case .scope(let id): id.uuidString
            case .apps: "apps"
            case .everything: "everything"
            }
        _ = try await database.call(
            Self.notify, [.text(Self.channel), .text("\(Self.sender) \(word)")])
    }
}
