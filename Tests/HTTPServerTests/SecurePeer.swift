import COpenSSL
import HTTPServer

/// The server's side of TLS on a raw connection.
final class SecurePeer {
    private let context: OpaquePointer?
    private let session: OpaquePointer?

    /// Shakes hands, blocking.
    init(_ peer: RawServer.Peer, _ files: HTTPServerConfiguration.TLSFiles) {
        context = SSL_CTX_new(TLS_server_method())
        SSL_CTX_use_certificate_chain_file(context, files.certificateChain)
        SSL_CTX_use_PrivateKey_file(context, files.privateKey, SSL_FILETYPE_PEM)
        session = SSL_new(context)
        SSL_set_fd(session, peer.descriptor)
        SSL_accept(session)
    }

    deinit {
        SSL_free(session)
        SSL_CTX_free(context)
    }

    /// Reads something, sends `text`, and says the end of it, or not.
    func answer(_ text: String, saysEnd: Bool) {
        var request = [UInt8](repeating: 0, count: 16_384)
        SSL_read(session, &request, Int32(request.count))
        let bytes = Array(text.utf8)
        SSL_write(session, bytes, Int32(bytes.count))
        if saysEnd { SSL_shutdown(session) }
    }
}
