import Storage

extension ConsoleStep.Actor {
    /// `device phone`, `administrator ann`, `clock`.
    var words: String {
        let name = deviceID ?? label ?? source
        return [kind.replacing("_", with: " "), name].compactMap(\.self).joined(separator: " ")
    }
}
