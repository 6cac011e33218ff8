/// Tells the two credentials apart that stand behind `Authorization: Bearer`; neither is checked
/// yet.
package enum BearerCredential: Sendable {
    case accessKey(AccessKey)
    case clientToken(String)

    /// Reads the text behind `Bearer`; nil where it claims to be an access key and has not the form
    /// of one.
    package init?(_ text: String) {
        if text.hasPrefix(AccessKey.prefix) {
            guard let key = AccessKey(text) else { return nil }
            self = .accessKey(key)
        } else {
            self = .clientToken(text)
        }
    }
}
