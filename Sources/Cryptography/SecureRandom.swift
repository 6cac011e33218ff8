/// Makes unguessable bytes from the kernel's generator (`getrandom`), which needs no seeding by us
/// and cannot fail once the machine is up.
package enum SecureRandom {
    /// Returns `count` random bytes.
    package static func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
