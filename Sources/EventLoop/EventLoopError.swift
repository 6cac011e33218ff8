/// Says what the kernel or libevent refused.
package enum EventLoopError: Error, Equatable, CustomStringConvertible {
    /// The named call failed, usually for want of descriptors or memory.
    case unavailable(String)

    package var description: String {
        switch self {
        case .unavailable(let call): "\(call) failed: out of descriptors, threads or memory"
        }
    }
}
