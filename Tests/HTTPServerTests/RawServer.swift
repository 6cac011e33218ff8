import EventLoop
import Glibc

/// A server that says exactly what a test wants, to one client after the other. Its calls block, off
/// the loops.
final class RawServer: Sendable {
    /// One accepted client.
    struct Peer: Sendable {
        let descriptor: Int32

        func send(_ text: String) {
            let bytes = Array(text.utf8)
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        /// Reads until the text ends so, or the client closes.
        @discardableResult
        func read(until tail: String) -> [UInt8] {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            let end = Array(tail.utf8)
            while !bytes.suffix(end.count).elementsEqual(end) || tail.isEmpty {
                guard recv(descriptor, &byte, 1, 0) == 1 else { break }
                bytes.append(byte)
            }
            return bytes
        }

        /// What has come at once, at most 16 KB.
        func readSome() -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 16_384)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return Array(bytes.prefix(max(0, count)))
        }
    }

    let port: UInt16
    private let descriptor: Int32

    init() {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = descriptor
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) + listen(socket, 16) + getsockname(socket, $0, &size)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        // No test waits for a client longer than this.
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience,
            socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Accepts a client, lets `body` speak to it and closes.
    ///
    /// - Parameter untilItLeaves: whether to close only the sending side first, and wait until the client
    ///   has closed too.
    func serve<Value: Sendable>(
        untilItLeaves: Bool = false, _ body: @escaping @Sendable (Peer) -> Value
    ) async -> Value {
        await Offload.run {
            let accepted = accept(self.descriptor, nil, nil)
            defer { close(accepted) }
            var patience = timeval(tv_sec: 10, tv_usec: 0)
            setsockopt(
                accepted, SOL_SOCKET, SO_RCVTIMEO, &patience,
                socklen_t(MemoryLayout<timeval>.size))
            let value = body(Peer(descriptor: accepted))
            if untilItLeaves {
                shutdown(accepted, Int32(SHUT_WR))
                var byte: UInt8 = 0
                while recv(accepted, &byte, 1, 0) == 1 {}
            }
            return value
        }
    }
}
