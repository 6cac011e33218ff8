import Glibc

/// Finds settings outside of the command line: environment variables, and files that they name.
struct Settings: Sendable {
    let variable: @Sendable (String) -> String?

    /// The process's own environment.
    static let process = Settings { name in getenv(name).map { String(cString: $0) } }

    /// What the variables say of an option; nil where they say nothing.
    ///
    /// - Throws: a usage failure where two contradict, a refusal where a file can't be read.
    func value(of option: Option) throws(CommandFailure) -> String? {
        guard option.isSetting else { return nil }
        let direct = variable(option.variable).flatMap { $0.isEmpty ? nil : $0 }
        guard option.isSecret, let path = variable("\(option.variable)_FILE"), !path.isEmpty else {
            return direct
        }
        if direct != nil {
            throw .usage("both \(option.variable) and \(option.variable)_FILE are set")
        }
        var text = String(decoding: try FileContent.read(path), as: UTF8.self)
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}
