/// Carries a secret so that no log, description or reflection shows it; only `exposed` does.
package struct Redacted<Value: Sendable>: Sendable, CustomStringConvertible,
    CustomDebugStringConvertible, CustomReflectable
{
    /// The secret itself; every use is a place to look at.
    package let exposed: Value

    package init(_ value: Value) { exposed = value }

    package var description: String { "<redacted>" }
    package var debugDescription: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}
