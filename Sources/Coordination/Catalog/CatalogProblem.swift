/// Names one thing wrong with a catalog document, and its place.
package struct CatalogProblem: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Where: `products[3].level`; empty for the document as a whole.
    package let place: String
    /// What is wrong.
    package let message: String

    package init(_ place: String, _ message: String) {
        self.place = place
        self.message = message
    }

    package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}

/// Says why a catalog document is not accepted: every error, and the warnings beside them.
package struct CatalogRejection: Error, Hashable, Sendable, CustomStringConvertible {
    package let errors: [CatalogProblem]
    package let warnings: [CatalogProblem]

    package var description: String {
        errors.map(\.description).joined(separator: "\n")
    }
}
