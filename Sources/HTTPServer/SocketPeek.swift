import Glibc

/// Looks at a socket without reading from it.
enum SocketPeek {
    /// True when the peer has closed or reset it and nothing waits to be read.
    static func isFinished(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
    }
}
