import Storage

extension Invocation {
    /// An option's value that something is searched by, without blanks around it.
    func searched(_ name: String) throws(CommandFailure) -> String? {
        try text(name).map(SearchText.trimmed)
    }
}
