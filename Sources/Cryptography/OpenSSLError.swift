internal import COpenSSL

/// Tells what OpenSSL refused, with the reasons that it left in its error queue.
///
/// The queue belongs to the thread, so it is read and emptied in the same synchronous scope as the
/// failed call.
package struct OpenSSLError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The step that failed, in our words.
    package let operation: String
    /// OpenSSL's reasons, the oldest first, joined by "; "; empty where it gave none.
    package let reason: String

    package init(operation: String, reason: String) {
        self.operation = operation
        self.reason = reason
    }

    package var description: String {
        reason.isEmpty ? operation : "\(operation): \(reason)"
    }

    /// Takes the calling thread's queue, which is empty afterwards.
    static func take(_ operation: String) -> OpenSSLError {
        var reasons: [String] = []
        while true {
            let code = ERR_get_error()
            if code == 0 { break }
            if reasons.count == 4 { continue }
            reasons.append(describe(code))
        }
        return OpenSSLError(operation: operation, reason: reasons.joined(separator: "; "))
    }

    private static func describe(_ code: UInt) -> String {
        if let reason = ERR_reason_error_string(code) { return String(cString: reason) }
        return "error \(code)"
    }
}
