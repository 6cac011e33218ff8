/// Wraps one intent in its name.
public struct IntentEnvelope: Codable, Hashable, Sendable {
    /// The intent.
    public var intent: Intent

    /// Wraps an intent.
    public init(intent: Intent) { self.intent = intent }
}
