import InterlockAPI
import Storage

/// Reads which open intents a command is about.
enum LockFilterOptions {
    /// All but that of being stuck, which is named after what a command does with them.
    static let all = [
        Option(
            "--account", "ID", "Only this account's own; `account show` tells what is in its way."),
        Option("--environment", "WORD", "Only those of Production or Sandbox."),
        Option("--status", "WORD", "Only those reserved, pending or confirming."),
        Option("--product", "ID", "Only those of this product."),
        Option(
            "--older-than", "DURATION",
            "Only those made at least so long ago: 10m, 2d, PT2H or seconds."),
    ]

    static func filter(
        _ invocation: Invocation, stuck: String
    ) throws(CommandFailure) -> IntentStore.LockFilter {
        var filter = IntentStore.LockFilter()
        filter.onlyStuck = invocation.has(stuck)
        filter.accountID = try invocation.searched("--account")
        filter.environment = try invocation.words("--environment", as: StoreEnvironment.self).last
        filter.status = try invocation.text("--status").map { text throws(CommandFailure) in
            guard let status = IntentStatus(rawValue: text), status.isOpen else {
                throw invocation.fault("--status must be reserved, pending or confirming")
            }
            return status
        }
        filter.productID = try invocation.searched("--product")
        filter.olderThan = try invocation.span(
            "--older-than", in: 0...Int64(IntentStore.LockFilter.oldest)
        ).map { Int32($0) }
        return filter
    }
}
