/// Wraps a value that must never reach a log: every way of printing it says "[redacted]".
///
/// It doesn't clear memory and isn't `Codable`; reading the value takes a visible ``expose()``.
package struct Secret<Value: Sendable>: Sendable, CustomStringConvertible,
    CustomDebugStringConvertible, CustomReflectable
{
    private let value: Value

    package init(_ value: Value) { self.value = value }

    /// Returns the value. A call of this is what a reviewer looks for.
    package func expose() -> Value { value }

    package var description: String { "[redacted]" }
    package var debugDescription: String { "[redacted]" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
