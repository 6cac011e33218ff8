import CEvent
import COpenSSL

/// The server's side of TLS 1.2 and later, with a certificate from files.
final class TLSContext: Sendable {
    /// Not changed after init; `SSL_new` counts references atomically.
    nonisolated(unsafe) private let context: OpaquePointer

    /// - Throws: ``HTTPServerError/badTLSFiles(_:)`` with OpenSSL's reason.
    init(_ files: HTTPServerConfiguration.TLSFiles) throws(HTTPServerError) {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw Self.failure() }
        self.context = context
        // The three set functions are macros over SSL_CTX_ctrl.
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(SSL_MODE_RELEASE_BUFFERS), nil)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        guard SSL_CTX_use_certificate_chain_file(context, files.certificateChain) == 1,
            SSL_CTX_use_PrivateKey_file(context, files.privateKey, SSL_FILETYPE_PEM) == 1,
            SSL_CTX_check_private_key(context) == 1
        else { throw Self.failure() }
    }

    deinit { SSL_CTX_free(context) }

    /// Makes a bufferevent that shakes hands as the server, without a socket yet.
    func makeBufferevent(_ base: OpaquePointer, _ options: Int32) -> OpaquePointer? {
        guard let session = SSL_new(context) else { return nil }
        // It owns the session from here on, also when it fails.
        let made = bufferevent_openssl_socket_new(
            base, -1, session, BUFFEREVENT_SSL_ACCEPTING, options)
        guard let made else { return nil }
        // Clients that close without a TLS alert have closed all the same.
        bufferevent_openssl_set_allow_dirty_shutdown(made, 1)
        return made
    }

    private static func failure() -> HTTPServerError {
        defer { ERR_clear_error() }
        let reason = ERR_reason_error_string(ERR_peek_last_error())
        return .badTLSFiles(reason.map { String(cString: $0) } ?? "no such file, or no PEM")
    }
}
