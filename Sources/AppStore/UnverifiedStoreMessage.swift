internal import Cryptography

/// Holds a message taken apart but NOT verified. All it is good for is to choose the app whose
/// roots then decide; ``StoreVerifier`` turns it into a payload one can rely on.
package struct UnverifiedStoreMessage: Sendable {
    /// Bytes of a signed transaction, renewal info or app transaction, at most.
    package static let singleLimit = 64 * 1024
    /// Bytes of a notification, at most: it holds two of the others, coded once more.
    package static let notificationLimit = 256 * 1024

    let jws: CompactJWS
    let fields: PayloadFields
    let payloadText: String

    /// Takes a text apart. Errors: `invalidFormat` only.
    package init(
        _ text: some StringProtocol, limit: Int = singleLimit
    ) throws(VerificationError) {
        try self.init(Array(text.utf8), limit: limit)
    }

    /// Takes a text apart. Errors: `invalidFormat` only.
    package init(_ text: [UInt8], limit: Int = singleLimit) throws(VerificationError) {
        do { jws = try CompactJWS(text, limit: limit) } catch {
            throw .invalidFormat(
                error == .tooLarge ? "larger than \(limit) bytes" : "not a compact JWS")
        }
        let document: (value: JSONValue, text: String)
        do { document = try JSONReader.readKeepingText(jws.payload) } catch {
            throw .invalidFormat("payload: \(error.reason)")
        }
        guard let members = document.value.object else {
            throw .invalidFormat("payload: not an object")
        }
        fields = PayloadFields(members)
        payloadText = document.text
    }

    /// The bundle id that the message claims: its own, or that of the notification's content.
    package var claimedBundleID: String? {
        claim("bundleId")
    }

    /// The environment that the message claims, in whatever spelling; nil where it says none.
    package var claimedEnvironment: String? {
        if let name = claim("environment") ?? claim("receiptType") { return name }
        return (try? NotificationContent(fields))??.environmentName
    }

    private func claim(_ name: String) -> String? {
        if let text = fields.members[name]?.string { return text }
        for place in NotificationContent.Place.allCases {
            if let content = fields.members[place.rawValue]?.object {
                return content[name]?.string
            }
        }
        return nil
    }
}
