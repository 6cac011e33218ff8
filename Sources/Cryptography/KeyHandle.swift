internal import COpenSSL

/// Owns one reference to an `EVP_PKEY`.
final class KeyHandle: Sendable {
    // Safe: once made, the key is only read; OpenSSL allows that from several threads at a time,
    // its own caches inside are locked. It is given back when the last owner ends.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }
}
