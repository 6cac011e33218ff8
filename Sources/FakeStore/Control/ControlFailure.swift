/// Says why a control request was refused.
package enum ControlFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The request is wrong: 400.
    case badRequest(String)
    /// The store can't do it now: 409.
    case refused(StoreRefusal)

    package var description: String {
        switch self {
        case .badRequest(let reason): reason
        case .refused(let refusal): "\(refusal)"
        }
    }

    var status: Int {
        if case .badRequest = self { 400 } else { 409 }
    }
}
