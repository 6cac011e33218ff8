/// Names the server of one environment: scheme, host and port, nothing else.
package struct StoreEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// Why a base URL is refused.
    package struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
        package let reason: String
        package var description: String { "base URL: \(reason)" }
    }

    package let isSecure: Bool
    /// A name or an address, without brackets.
    package let host: String
    package let port: UInt16

    /// The store's own, since 2026-05-05 (changelog of the App Store Server API).
    package static let production = StoreEndpoint(host: "api.storekit.apple.com")
    package static let sandbox = StoreEndpoint(host: "api.storekit-sandbox.apple.com")

    private init(host: String) {
        (isSecure, self.host, port) = (true, host, 443)
    }

    /// Reads `https://host[:port]`, or `http://host[:port]` on this machine: a stand-in of the
    /// store.
    ///
    /// A token would travel readable over `http`, so that is refused for any host but `localhost`,
    /// 127.0.0.0/8 and `[::1]`. So are user names, paths, queries and fragments.
    package init(_ url: String) throws(Failure) {
        let authority: Substring
        if let rest = Self.rest(of: url, after: "https://") {
            (isSecure, authority) = (true, rest)
        } else if let rest = Self.rest(of: url, after: "http://") {
            (isSecure, authority) = (false, rest)
        } else {
            throw Failure(reason: "begins with neither https:// nor http://")
        }
        try Self.refuseMore(than: authority)
        let trimmed = authority.hasSuffix("/") ? authority.dropLast() : authority
        let (host, port) = try Self.split(trimmed)
        self.host = host.lowercased()
        guard Self.isHost(self.host) else { throw Failure(reason: "no host name") }
        if let port {
            guard port.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = UInt16(port),
                number > 0
            else { throw Failure(reason: "no port number") }
            self.port = number
        } else {
            self.port = isSecure ? 443 : 80
        }
        guard isSecure || isLoopback else {
            throw Failure(reason: "http:// is for this machine only (127.0.0.1)")
        }
    }

    /// Host and port, without the scheme's own port.
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    package var description: String { "\(isSecure ? "https" : "http")://\(authority)" }

    private var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func rest(of url: String, after scheme: String) -> Substring? {
        guard url.utf8.count <= 300, url.prefix(scheme.count).lowercased() == scheme else {
            return nil
        }
        return url.dropFirst(scheme.count)
    }

    /// Names what is beyond scheme, host and port, and never its text: that may be a secret.
    private static func refuseMore(than rest: Substring) throws(Failure) {
        let place = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        if rest[..<place].contains("@") {
            throw Failure(
                reason: "has a user name or a password in it: the app's key is what signs in")
        }
        let tail = rest[place...]
        if tail.contains("?") { throw Failure(reason: "has a query (?…): end it after the host") }
        if tail.contains("#") {
            throw Failure(reason: "has a fragment (#…): end it after the host")
        }
        if tail.count > 1 { throw Failure(reason: "has a path: end it after the host") }
    }

    private static func split(
        _ authority: Substring
    ) throws(Failure) -> (host: Substring, port: Substring?) {
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { throw Failure(reason: "no ]") }
            let host = authority[authority.index(after: authority.startIndex)..<end]
            let tail = authority[authority.index(after: end)...]
            guard host.contains(":"), tail.isEmpty || tail.first == ":" else {
                throw Failure(reason: "no address in brackets")
            }
            return (host, tail.isEmpty ? nil : tail.dropFirst())
        }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let host = parts.first, !host.isEmpty else {
            throw Failure(reason: "no host")
        }
        return (host, parts.count == 2 ? parts[1] : nil)
    }

    private static func isHost(_ host: String) -> Bool {
        host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
                true
            default: false
            }
        }
    }
}
