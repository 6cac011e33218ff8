import EventLoop

/// Gives heap that is free back to the system now and then.
///
/// What a request needs for a moment lies between the small things that a parked poll keeps; glibc by
/// itself returns the top of its heaps only, and thousands of polls leave tens of megabytes behind.
struct HeapTrim: Sendable {
    static let interval = Duration.seconds(10)

    let loop: EventLoop

    /// Trims, off the loops, until the task is cancelled.
    func run() async {
        while (try? await loop.sleep(for: Self.interval)) != nil {
            await Offload.trimHeap()
        }
    }
}
