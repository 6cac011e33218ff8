/// Reads and writes the textual wrapping of keys and certificates (RFC 7468).
package enum PEM {
    package struct Block: Sendable, Equatable {
        /// Such as "CERTIFICATE".
        package let label: String
        package let der: [UInt8]
    }

    /// Returns all blocks in their order; nil where a block has no end or is not base64. Text
    /// between blocks is commentary, and no block at all is an empty list.
    package static func blocks(in text: String) -> [Block]? {
        var blocks: [Block] = []
        var open: (label: String, base64: String)?
        for rawLine in text.split(whereSeparator: \.isNewline) {
            let line = rawLine.trimmingSuffix { $0 == " " || $0 == "\t" }
            if let label = boundary("BEGIN", in: line) {
                if open != nil { return nil }
                open = (label, "")
            } else if let label = boundary("END", in: line) {
                guard let block = open, block.label == label,
                    let der = Base64.decode(block.base64)
                else { return nil }
                blocks.append(Block(label: label, der: der))
                open = nil
            } else {
                open?.base64 += line
            }
        }
        return open == nil ? blocks : nil
    }

    /// Wraps bytes in lines of 64 characters.
    package static func text(label: String, der: [UInt8]) -> String {
        var text = "-----BEGIN \(label)-----\n"
        var rest = Substring(Base64.encode(der))
        while !rest.isEmpty {
            text += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        return text + "-----END \(label)-----\n"
    }

    private static func boundary(_ word: String, in line: Substring) -> String? {
        let head = "-----\(word) "
        guard line.hasPrefix(head), line.hasSuffix("-----"), line.count > head.count + 5 else {
            return nil
        }
        return String(line.dropFirst(head.count).dropLast(5))
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, matches(last) { rest.removeLast() }
        return rest
    }
}
