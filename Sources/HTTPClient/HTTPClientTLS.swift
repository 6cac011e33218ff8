/// Sets how a connection trusts its server: TLS 1.2 or later, the certificate's chain up to a trusted
/// root, and the host's name (or address) among the certificate's alternative names; the common name
/// does not count (RFC 9110, 4.3.4).
package struct HTTPClientTLS: Sendable, Equatable {
    /// Trusts the system's roots: OpenSSL's default places, or those that the environment names by
    /// `SSL_CERT_FILE` and `SSL_CERT_DIR`.
    package var trustsSystemRoots: Bool
    /// PEM files of roots to trust; a self-signed server certificate is its own root.
    package var rootFiles: [String]

    package init(trustsSystemRoots: Bool = true, rootFiles: [String] = []) {
        self.trustsSystemRoots = trustsSystemRoots
        self.rootFiles = rootFiles
    }
}
