import Glibc

/// Finds the address of a host.
enum HostName {
    /// Resolves, blocking, to the first address in numbers; nil when there is none.
    static func resolve(_ host: String) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &found) == 0, let found else { return nil }
        defer { freeaddrinfo(found) }
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = getnameinfo(
            found.pointee.ai_addr, found.pointee.ai_addrlen, &name, socklen_t(name.count), nil, 0,
            NI_NUMERICHOST)
        guard status == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
