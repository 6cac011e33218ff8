internal import COpenSSL
internal import Synchronization

/// Keeps a few contexts of one key, because making one costs a twentieth of a signature check.
///
/// A context is taken out while it is used, so no two threads ever hold the same one.
final class VerificationContexts: Sendable {
    /// Owns one `EVP_PKEY_CTX` that is ready to verify.
    final class Context: Sendable {
        // Safe: whoever has taken the context out is the only one to use it.
        nonisolated(unsafe) let pointer: OpaquePointer

        /// Takes over the caller's context.
        init(owning pointer: OpaquePointer) { self.pointer = pointer }

        deinit { EVP_PKEY_CTX_free(pointer) }
    }

    /// Contexts that wait, at most; more threads than this make their own.
    private static let limit = 8

    private let idle = Mutex<[Context]>([])

    /// Takes a context out, or makes one.
    func take(for key: KeyHandle) throws(OpenSSLError) -> Context {
        if let context = idle.withLock({ $0.popLast() }) { return context }
        guard let made = EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil) else {
            throw OpenSSLError.take("verify signature")
        }
        let context = Context(owning: made)
        if EVP_PKEY_verify_init(made) != 1 { throw OpenSSLError.take("verify signature") }
        return context
    }

    /// Gives a context back after a signature was good; after a bad one it is rather thrown away.
    func give(back context: Context) {
        idle.withLock { if $0.count < Self.limit { $0.append(context) } }
    }
}
