import CEvent
import COpenSSL

/// The client's side of TLS, with the roots it trusts.
final class ClientTLSContext: Sendable {
    /// Not changed after init; `SSL_new` counts references atomically.
    nonisolated(unsafe) private let context: OpaquePointer
    private let host: String

    /// Reads the roots, blocking.
    ///
    /// - Parameter host: the name, or the address, that the server's certificate must be for.
    /// - Throws: `unusableRoots` when a file can't be read.
    init(_ tls: HTTPClientTLS, host: String) throws(HTTPClientError) {
        guard let context = SSL_CTX_new(TLS_client_method()) else { throw .unusableRoots }
        self.context = context
        self.host = host
        defer { ERR_clear_error() }
        // Macros over SSL_CTX_ctrl.
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(SSL_MODE_RELEASE_BUFFERS), nil)
        // SSL_OP_NO_RENEGOTIATION, which Swift can't import.
        SSL_CTX_set_options(context, 1 << 30)
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        let protocols = Array("\u{8}http/1.1".utf8)
        SSL_CTX_set_alpn_protos(context, protocols, UInt32(protocols.count))
        if tls.trustsSystemRoots { SSL_CTX_set_default_verify_paths(context) }
        for file in tls.rootFiles {
            guard SSL_CTX_load_verify_file(context, file) == 1 else { throw .unusableRoots }
        }
    }

    deinit { SSL_CTX_free(context) }

    /// Makes a bufferevent that shakes hands as the client once it is connected; nil without memory.
    func makeBufferevent(_ base: OpaquePointer, _ options: Int32) -> OpaquePointer? {
        guard let session = SSL_new(context) else { return nil }
        guard expectHost(session) else {
            SSL_free(session)
            return nil
        }
        return bufferevent_openssl_socket_new(
            base, -1, session, BUFFEREVENT_SSL_CONNECTING, options)
    }

    /// Sets which names the certificate may have, and tells the server which is asked for.
    private func expectHost(_ session: OpaquePointer) -> Bool {
        let parameters = SSL_get0_param(session)
        // An address is verified as such and is no server name (RFC 6066, 3).
        if X509_VERIFY_PARAM_set1_ip_asc(parameters, host) == 1 { return true }
        X509_VERIFY_PARAM_set_hostflags(
            parameters,
            UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        // SSL_set_tlsext_host_name is a macro over SSL_ctrl.
        return X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count) == 1
            && host.withCString {
                SSL_ctrl(
                    session, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name),
                    UnsafeMutableRawPointer(mutating: $0))
            } == 1
    }

    /// Tells, after a failure, whether it was the peer's certificate.
    static func refusedPeer(_ bufferevent: OpaquePointer) -> Bool {
        var refused = false
        while case let code = bufferevent_get_openssl_error(bufferevent), code != 0 {
            refused =
                refused
                || ERR_GET_LIB(code) == ERR_LIB_SSL
                    && ERR_GET_REASON(code) == SSL_R_CERTIFICATE_VERIFY_FAILED
        }
        return refused
    }
}
