/// Marks a closed set of words on the wire: decoding an unknown word fails and lists the known ones.
///
/// Types whose values the server may extend later (`Risk`) are open structs instead and keep unknown words.
public protocol WireEnum: RawRepresentable, CaseIterable, Codable, Sendable
where RawValue == String {}

extension WireEnum {
    /// Decodes one of the known words.
    ///
    /// - Throws: `DecodingError.dataCorrupted` at the word's place, naming the words that are allowed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let word = try container.decode(String.self)
        guard let value = Self(rawValue: word) else {
            let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "must be one of \(known)")
        }
        self = value
    }
}
