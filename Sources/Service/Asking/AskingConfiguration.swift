package import AppStoreServer

/// Sets how the service asks the store by itself, about apps that have given it access.
package struct AskingConfiguration: Sendable {
    /// Checks that this node makes at once.
    package var workers = 4
    /// How long a worker that found nothing due rests, half of it to half as much again.
    package var idlePause = Duration.seconds(2)
    /// How often what has become worth asking is put on the list.
    package var collectPause = Duration.seconds(15)
    /// Entries of each kind that are put on the list at once.
    package var collectLimit: Int32 = 500
    /// How far back ends of periods are looked for, so that none falls between two rounds.
    package var collectBack = Duration.seconds(3_600)
    /// At the start and so often afterwards it is looked ``collectFarBack``.
    package var collectFarEvery = Duration.seconds(3_600)
    /// As long as the store remembers its notifications. What ended earlier is asked about when its
    /// account brings something.
    package var collectFarBack = Duration.seconds(180 * 86_400)
    /// For so long nobody else takes a check. Longer than a turn, the call in it that takes longest with
    /// its repetitions, and the recording of a page together.
    package var lease = Duration.seconds(300)
    /// After so long a check gives way to others and goes on later, from the page where it was.
    package var turn = Duration.seconds(20)
    /// A start asks for missed notifications unless they were asked for so shortly before.
    package var startPause = Duration.seconds(10)
    /// From one look for missed notifications to the next, give or take a tenth.
    package var notificationPause = Duration.seconds(3_600)
    /// The bounds of the pauses after failures in a row: they double from the first to the last.
    package var retryPauses = Duration.seconds(30)...Duration.seconds(1_800)
    /// How long an app rests whose access the store refuses.
    package var refusedPause = Duration.seconds(3_600)
    /// How often an account is asked about because its devices restore.
    package var restorePause = Duration.seconds(3_600)
    /// How each client is configured but for its addresses. Few attempts, since the list repeats; a part of
    /// the store's limits, since they hold for all nodes together.
    package var store: StoreServerConfiguration = {
        var configuration = StoreServerConfiguration()
        configuration.attemptLimit = 2
        configuration.limitShare = 25
        configuration.patience = .seconds(5)
        return configuration
    }()

    package init() {}
}
