import Glibc

/// Turns the host list of a configuration into addresses, so that libpq never asks the resolver.
struct HostResolution: Sendable {
    private struct Host: Sendable {
        var name: String
        var address: String
        var port: String
    }

    private let hosts: [Host]
    private let others: [ConnectionSetting]

    init(_ configuration: PostgresConfiguration) {
        func list(_ keyword: String) -> [String] {
            guard let value = configuration.value(keyword), !value.isEmpty else { return [] }
            return value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        hosts = (0..<max(names.count, addresses.count)).map { index in
            Host(
                name: index < names.count ? names[index] : "",
                address: index < addresses.count ? addresses[index] : "",
                port: ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : "")
        }
        let own: Set = ["host", "hostaddr", "port"]
        others =
            configuration.settings.filter { !own.contains($0.keyword) }
            + (hosts.isEmpty ? configuration.settings.filter { $0.keyword == "port" } : [])
    }

    /// True when a name has to be looked up, which may block for seconds.
    var needsResolver: Bool { hosts.contains(where: Self.isName) }

    /// ``resolve(attempt:)`` as a value.
    func result(attempt: Int) -> Result<[ConnectionSetting], PostgresError> {
        do throws(PostgresError) {
            return .success(try resolve(attempt: attempt))
        } catch {
            return .failure(error)
        }
    }

    /// Gives libpq's settings with every address known; blocks when ``needsResolver``.
    ///
    /// - Parameter attempt: rotates the list, so that a host that swallows packets is not always first.
    func resolve(attempt: Int) throws(PostgresError) -> [ConnectionSetting] {
        guard !hosts.isEmpty else { return others }
        var resolved: [Host] = []
        for host in hosts {
            guard Self.isName(host) else {
                resolved.append(host)
                continue
            }
            for address in Self.addresses(of: host.name) {
                resolved.append(Host(name: host.name, address: address, port: host.port))
            }
        }
        guard !resolved.isEmpty else {
            let names = hosts.map(\.name).joined(separator: ", ")
            throw .connection(
                message: "could not resolve host \(names)", sqlState: nil, sent: false)
        }
        let turn = attempt % resolved.count
        let rotated = resolved[turn...] + resolved[..<turn]
        func joined(_ part: KeyPath<Host, String>) -> String {
            rotated.map { $0[keyPath: part] }.joined(separator: ",")
        }
        return others + [
            ConnectionSetting(keyword: "host", value: joined(\.name)),
            ConnectionSetting(keyword: "hostaddr", value: joined(\.address)),
            ConnectionSetting(keyword: "port", value: joined(\.port)),
        ]
    }

    private static func isName(_ host: Host) -> Bool {
        host.address.isEmpty && !host.name.isEmpty && !host.name.hasPrefix("/")
            && !host.name.hasPrefix("@")
    }

    private static func addresses(of name: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [String] = []
        var next = list
        while let entry = next {
            let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) {
                buffer -> String? in
                let status = getnameinfo(
                    entry.pointee.ai_addr, entry.pointee.ai_addrlen, buffer.baseAddress,
                    socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
                guard status == 0, let start = buffer.baseAddress else { return nil }
                return String(cString: start)
            }
            if let text, !found.contains(text) { found.append(text) }
            next = entry.pointee.ai_next
        }
        return found
    }
}
