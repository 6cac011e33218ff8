/// Holds the bounds of what clients send, and the checks that name the field.
public enum Bounds {
    /// Bytes of UTF-8 in an account or device id.
    public static let identity = 128
    /// Bytes of UTF-8 in a request id.
    public static let requestID = 128
    /// Bytes of UTF-8 in a product id.
    public static let productID = 255
    /// Unicode scalars in a reason or an error text.
    public static let reason = 500
    /// Bytes of metadata, written without white space.
    public static let metadataBytes = 4_096
    /// Arrays and objects nested in metadata.
    public static let metadataDepth = 8
    /// Signed transactions in one upload.
    public static let upload = 100

    /// Checks an account id (`account_id`): an identifier of which something can be seen.
    public static func checkAccount(_ text: String, field: String) throws(WireError) {
        try checkIdentity(text, field: field)
    }

    /// Checks a device id (`device_id`): an identifier of which something can be seen.
    public static func checkDevice(_ text: String, field: String) throws(WireError) {
        try checkIdentity(text, field: field)
    }

    /// Says whether a text has more than white space and characters that show nothing.
    public static func isVisible(_ text: String) -> Bool {
        text.unicodeScalars.contains {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Says whether a text can be an app's id: 1 to 64 letters (a to z), digits, dots, underscores and hyphens.
    public static func isAppID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(\.isOfPlainWord)
    }

    /// What nobody can see would be a link that nobody can follow.
    private static func checkIdentity(_ text: String, field: String) throws(WireError) {
        try checkIdentifier(text, field: field, bytes: identity)
        guard isVisible(text) else { throw WireError(field: field, "must not be blank") }
    }

    /// Checks an identifier: 1 to `bytes` bytes of UTF-8 without control characters.
    public static func checkIdentifier(
        _ text: String, field: String, bytes: Int
    ) throws(WireError) {
        guard !text.isEmpty else { throw WireError(field: field, "must not be empty") }
        guard text.utf8.count <= bytes else {
            throw WireError(field: field, "must be at most \(bytes) bytes long")
        }
        guard !text.unicodeScalars.contains(where: { $0.isControl }) else {
            throw WireError(field: field, "must not have control characters")
        }
    }

    /// Checks a text for people: not blank, at most 500 Unicode scalars, of control characters only tabs and line
    /// feeds.
    public static func checkReason(_ text: String, field: String) throws(WireError) {
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw WireError(field: field, "must not be empty")
        }
        guard text.unicodeScalars.count <= reason else {
            throw WireError(field: field, "must be at most \(reason) characters long")
        }
        let allowed: (Unicode.Scalar) -> Bool = { $0 == "\n" || $0 == "\t" || !$0.isControl }
        guard text.unicodeScalars.allSatisfy(allowed) else {
            throw WireError(field: field, "must not have control characters")
        }
    }

    /// Checks why an administrator acts: as ``checkReason(_:field:)``, and nothing in it may look like
    /// a key, a signed token or transaction, or a private key. It is kept for ever and shown.
    public static func checkNote(_ text: String, field: String) throws(WireError) {
        try checkReason(text, field: field)
        guard !SecretText.isIn(text) else {
            throw WireError(field: field, "must not hold a key, a token or a signed transaction")
        }
    }

    /// Checks metadata: an object, small and shallow.
    public static func checkMetadata(_ value: WireValue, field: String) throws(WireError) {
        guard case .object = value else { throw WireError(field: field, "must be an object") }
        guard value.depth <= metadataDepth else {
            throw WireError(field: field, "must be nested at most \(metadataDepth) deep")
        }
        guard !value.hasNull else {
            throw WireError(field: field, "must not have the character U+0000")
        }
        guard let bytes = try? WireCoding.encode(value), bytes.count <= metadataBytes else {
            throw WireError(field: field, "must be at most \(metadataBytes) bytes long")
        }
    }
}

extension Unicode.Scalar {
    /// C0, DEL and C1.
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
