import Glibc

/// Opens the sockets that the loops listen on: one port, shared by SO_REUSEPORT.
enum ListeningSocket {
    struct Set: Sendable {
        let descriptors: [Int32]
        let port: UInt16
    }

    /// The kernel cuts it to net.core.somaxconn.
    private static let backlog: Int32 = 4_096

    /// Opens `count` sockets; port 0 lets the first pick.
    static func open(_ count: Int, at address: SocketAddress) throws(HTTPServerError) -> Set {
        // SO_REUSEPORT would also share the port with another process of this user: ask first.
        if address.port != 0 { Glibc.close(try bound(address, shared: false)) }
        var descriptors: [Int32] = []
        var place = address
        do throws(HTTPServerError) {
            for _ in 0..<count {
                let descriptor = try bound(place, shared: true)
                descriptors.append(descriptor)
                guard listen(descriptor, backlog) == 0,
                    let own = SocketAddress.bound(descriptor, family: address.family)
                else { throw failure() }
                place = address.with(port: own.port)
            }
        } catch {
            for descriptor in descriptors { Glibc.close(descriptor) }
            throw error
        }
        return Set(descriptors: descriptors, port: place.port)
    }

    private static func bound(
        _ address: SocketAddress, shared: Bool
    ) throws(HTTPServerError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else { throw failure() }
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
        if shared { setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, size) }
        // Accepted sockets inherit it: answers are written whole, so waiting to fill packets only delays.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
        guard address.bind(descriptor) else {
            let error = failure()
            Glibc.close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func failure() -> HTTPServerError {
        .cannotListen(String(cString: strerror(errno)))
    }
}
