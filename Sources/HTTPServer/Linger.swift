/// How long a connection is read on after a refusal: while its client keeps sending, within a time and
/// an amount.
///
/// Closing a socket with unread input makes the kernel reset it, and a reset can overtake the refusal
/// (RFC 9112, 9.6). So what still comes is read and dropped until the client closes.
struct Linger {
    /// A client that sends nothing for so long has read its answer, or never will.
    static let silence = Duration.seconds(5)
    /// More is not read, whoever still sends.
    static let amount = 16 * 1_024 * 1_024

    private let end: ContinuousClock.Instant
    private var left = Linger.amount
    /// When to close.
    private(set) var deadline: ContinuousClock.Instant

    init(from now: ContinuousClock.Instant, atMost duration: Duration) {
        end = now + duration
        deadline = min(now + Self.silence, end)
    }

    /// False once enough was dropped.
    var takesMore: Bool { left > 0 }

    /// So many bytes were dropped.
    mutating func dropped(_ count: Int, at now: ContinuousClock.Instant) {
        left -= count
        deadline = takesMore ? min(now + Self.silence, end) : now
    }
}
