import COpenSSL
import EventLoop
import Glibc
import HTTPServer
import Synchronization

/// A blocking TLS client that checks no certificate. Used by one test at a time.
final class TLSClient: @unchecked Sendable {
    // Invariant of `@unchecked Sendable`: the test awaits each call before the next.
    private let socket: RawClient
    private let context: OpaquePointer
    private let session: OpaquePointer

    struct Failed: Error {}

    init(_ port: UInt16) throws {
        socket = RawClient(port)
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            socket.descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience,
            socklen_t(MemoryLayout<timeval>.size))
        guard let context = SSL_CTX_new(TLS_client_method()), let session = SSL_new(context) else {
            throw Failed()
        }
        (self.context, self.session) = (context, session)
        SSL_set_fd(session, socket.descriptor)
        guard SSL_connect(session) == 1 else { throw Failed() }
    }

    deinit {
        SSL_free(session)
        SSL_CTX_free(context)
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        SSL_write(session, bytes, Int32(bytes.count))
    }

    /// Says goodbye and closes the sending side.
    func close() {
        SSL_shutdown(session)
        socket.finishSending()
    }

    /// Reads until the text ends so, or holds so many bytes and more, or the end.
    func read(endingWith tail: String, orCount limit: Int = .max) async -> String {
        await Offload.run {
            var text = ""
            var chunk = [UInt8](repeating: 0, count: 16_384)
            while !text.hasSuffix(tail), text.utf8.count < limit {
                let count = SSL_read(self.session, &chunk, Int32(chunk.count))
                guard count > 0 else { break }
                text += String(decoding: chunk.prefix(Int(count)), as: UTF8.self)
            }
            return text
        }
    }
}
