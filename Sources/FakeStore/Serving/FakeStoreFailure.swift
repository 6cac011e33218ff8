/// Says why a stand-in store could not start.
package enum FakeStoreFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// It has no guard against strangers, so it listens to this machine alone.
    case notLoopback(String)
    case badNotifyURL(String)
    case cannotStart(String)

    package var description: String {
        switch self {
        case .notLoopback(let host):
            "\(host) is no loopback address: a stand-in store listens on 127.0.0.1, ::1 or localhost"
        case .badNotifyURL(let url): "\(url) is no http://HOST:PORT/PATH"
        case .cannotStart(let reason): reason
        }
    }
}
