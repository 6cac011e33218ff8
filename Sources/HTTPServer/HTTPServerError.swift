/// Says why a server could not start.
package enum HTTPServerError: Error, Equatable, CustomStringConvertible {
    case unknownHost(String)
    /// A socket call failed; the text is the system's.
    case cannotListen(String)
    case badTLSFiles(String)
    case unavailable(String)
    case alreadyStarted

    package var description: String {
        switch self {
        case .unknownHost(let host): "no address for host \(host)"
        case .cannotListen(let reason): "cannot listen: \(reason)"
        case .badTLSFiles(let reason): "cannot use the TLS files: \(reason)"
        case .unavailable(let what): "\(what) failed: out of memory or descriptors"
        case .alreadyStarted: "the server was already started, or has no loop"
        }
    }
}
