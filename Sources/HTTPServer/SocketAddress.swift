import Glibc

/// A numeric address to bind to.
struct SocketAddress: Sendable {
    let family: Int32
    /// A `sockaddr` of the family.
    let bytes: [UInt8]

    /// Resolves a host, blocking; nil when it has no address. The first address counts.
    static func resolve(host: String, port: UInt16) -> SocketAddress? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host.isEmpty ? nil : host, String(port), &hints, &found) == 0,
            let found
        else { return nil }
        defer { freeaddrinfo(found) }
        let address = UnsafeRawBufferPointer(
            start: found.pointee.ai_addr, count: Int(found.pointee.ai_addrlen))
        return SocketAddress(family: found.pointee.ai_family, bytes: Array(address))
    }

    /// The same address with another port; the port stands at the same place in both families.
    func with(port: UInt16) -> SocketAddress {
        var copy = bytes
        if copy.count > 3 {
            copy[2] = UInt8(port >> 8)
            copy[3] = UInt8(port & 0xFF)
        }
        return SocketAddress(family: family, bytes: copy)
    }

    var port: UInt16 { bytes.count > 3 ? UInt16(bytes[2]) << 8 | UInt16(bytes[3]) : 0 }

    func bind(_ descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { raw in
            guard let address = raw.assumingMemoryBound(to: sockaddr.self).baseAddress else {
                return false
            }
            return Glibc.bind(descriptor, address, socklen_t(raw.count)) == 0
        }
    }

    /// The address that a socket was bound to.
    static func bound(_ descriptor: Int32, family: Int32) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        guard status == 0 else { return nil }
        let bytes = withUnsafeBytes(of: &storage) { Array($0.prefix(Int(length))) }
        return SocketAddress(family: family, bytes: bytes)
    }
}
