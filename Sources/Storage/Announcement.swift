// Wake-ups from programs that have no feed of their own: a command that commits one change and ends.
extension Storage {
    /// Tells every running service what was committed; call it after the commit, and only then.
    ///
    /// A hint like every wake-up: whoever misses it compares versions within seconds.
    package func announce(_ change: ChangeFeed.Change) async throws(StorageError) {
        // No node's id, so that every node takes it for another's.
        let message = ChangeMessage(sender: "command", changes: [change])
        _ = try await database.call(ChangeMessage.notify, message.parameters)
    }
}
