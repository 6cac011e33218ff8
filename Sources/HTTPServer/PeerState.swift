import Glibc

/// Asks the kernel about a socket's peer, without reading.
enum PeerState {
    /// POLLRDHUP, which glibc hides behind _GNU_SOURCE.
    private static let peerHungUp: Int16 = 0x2000

    /// True when the peer has closed its side or reset the connection, whatever is still to be read.
    static func hasLeft(_ descriptor: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: peerHungUp, revents: 0)
        return poll(&state, 1, 0) == 1
    }
}
