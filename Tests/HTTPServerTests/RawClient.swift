import EventLoop
import Glibc

/// A client that sends exactly the bytes it is given. Its calls block, off the loops, at most 10 s.
final class RawClient: Sendable {
    private static let patience: Int32 = 10_000
    let descriptor: Int32

    /// Connects to the loopback address; when that fails, nothing can be sent.
    convenience init(_ port: UInt16) {
        self.init(disconnected: ())
        connect(port)
    }

    /// Makes a socket that is not connected.
    init(disconnected: Void) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    }

    func connect(_ port: UInt16) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, size)
            }
        }
    }

    deinit { close(descriptor) }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Closes the sending side.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Resets the connection instead of closing it.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        // The descriptor stays valid for deinit: an unused one takes its place, which closes this one.
        let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        dup2(other, descriptor)
        close(other)
    }

    /// Reads until `isEnough`, the end or the deadline. `ended`: the peer closed.
    func read(until isEnough: @escaping @Sendable (String) -> Bool) async -> Reply {
        await Offload.run {
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let text = String(decoding: bytes, as: UTF8.self)
                if isEnough(text) { return Reply(text: text, ended: false) }
                var waiting = pollfd(fd: self.descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&waiting, 1, Self.patience) == 1 else {
                    return Reply(text: text, ended: false)
                }
                let count = recv(self.descriptor, &chunk, chunk.count, 0)
                guard count > 0 else { return Reply(text: text, ended: true) }
                bytes += chunk.prefix(count)
            }
        }
    }

    /// Reads until the peer closes.
    func readToEnd() async -> Reply { await read { _ in false } }

    /// Reads until the text has so many status lines and ends with `tail`.
    func read(_ answers: Int, endingWith tail: String) async -> Reply {
        await read { Reply(text: $0, ended: false).statuses.count >= answers && $0.hasSuffix(tail) }
    }

    struct Reply: Sendable {
        let text: String
        let ended: Bool

        /// The statuses of all responses in it.
        var statuses: [Int] {
            text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst()
                .compactMap { Int($0.prefix(3)) }
        }
    }
}
