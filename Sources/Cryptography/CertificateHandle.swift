internal import COpenSSL

/// Owns one reference to an `X509`.
final class CertificateHandle: Sendable {
    // Safe: only read once Certificate.init is through (which caches the extensions), and OpenSSL
    // counts references atomically. It is given back when the last owner ends.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }
}
