/// Says why bytes are no acceptable request: `malformed_json`, or `invalid_request` with the field.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `malformedJSON` or `invalidRequest`.
    public let code: ProblemCode
    /// The member, as a path from the body's root (`signed_transactions[3]`); nil for the body as a whole.
    public let field: String?
    /// What is wrong with it, to be read after the field's name.
    public let message: String

    /// Blames a field.
    public init(field: String?, _ message: String) {
        code = .invalidRequest
        self.field = field
        self.message = message
    }

    /// Blames the bytes.
    public init(malformed message: String) {
        code = .malformedJSON
        field = nil
        self.message = message
    }

    /// Translates the decoder's error; never repeats the value that was wrong.
    public init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(field: WirePath.text(context.codingPath + [key]), "is required")
        case .typeMismatch(let type, let context):
            self.init(
                field: WirePath.text(context.codingPath), "must be \(WireError.name(of: type))")
        case .valueNotFound(let type, let context):
            self.init(
                field: WirePath.text(context.codingPath),
                "must be \(WireError.name(of: type)), not null")
        case .dataCorrupted(let context):
            guard let field = WirePath.text(context.codingPath) else {
                self.init(malformed: "the body is not JSON")
                return
            }
            let ours = context.debugDescription.hasPrefix("must ")
            self.init(field: field, ours ? context.debugDescription : "has an unusable value")
        @unknown default:
            self.init(field: nil, "can't be read")
        }
    }

    /// The field and what is wrong with it.
    public var description: String { field.map { "\($0) \(message)" } ?? message }

    /// The refusal to send.
    public var problem: Problem { Problem(code, description, field: field) }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type, is any ArrayLike.Type: "an array"
        default: "an object"
        }
    }
}

private protocol ArrayLike {}
extension Array: ArrayLike {}

/// Writes coding paths the way the service names fields.
enum WirePath {
    static func text(_ path: [any CodingKey]) -> String? {
        var text = ""
        for key in path {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text.isEmpty ? nil : text
    }
}
