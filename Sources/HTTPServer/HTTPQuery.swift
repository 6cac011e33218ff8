/// The decoded pairs of a query, at most 64, in their order.
package struct HTTPQuery: Sendable {
    package let pairs: [(name: String, value: String)]

    init(pairs: [(name: String, value: String)]) { self.pairs = pairs }

    init?(_ bytes: ArraySlice<UInt8>) {
        var pairs: [(name: String, value: String)] = []
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            let halves = part.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let text = halves.count > 1 ? halves[1] : []
            guard let name = PercentDecoding.decode(halves[0], plusIsSpace: true),
                let value = PercentDecoding.decode(text, plusIsSpace: true), pairs.count < 64
            else { return nil }
            pairs.append((name, value))
        }
        self.pairs = pairs
    }

    /// The first value of a name.
    package subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }
}
