package import InterlockAPI

/// Holds the products of Xcode's StoreKit configuration file (`.storekit`) as a catalog says them.
///
/// Prices, names, offers and test settings have no place in a catalog. The format is not published by the
/// store; what is read here stands in files of the versions 1 to 4.
package struct StoreKitConfiguration: Hashable, Sendable {
    /// Not checked as a catalog is.
    package let document: CatalogDocument
    /// What could not be taken over, or needs a look, with its place in the file.
    package let notes: [CatalogProblem]

    /// Reads a file.
    ///
    /// - Throws: when it is no JSON, or no such file; a single entry that can't be read is a note.
    package init(file bytes: [UInt8]) throws(CatalogRejection) {
        let value: WireValue
        do { value = try WireCoding.decode(WireValue.self, from: bytes) } catch {
            throw CatalogRejection(
                errors: [CatalogProblem("", error.description)], warnings: [])
        }
        let lists = ["products", "nonRenewingSubscriptions", "subscriptionGroups"]
        guard case .object(let members) = value, lists.contains(where: { members[$0] != nil })
        else {
            let message =
                "is no StoreKit configuration: it has none of \(lists.joined(separator: ", "))"
            throw CatalogRejection(errors: [CatalogProblem("", message)], warnings: [])
        }
        var reader = StoreKitReader()
        reader.read(members)
        document = CatalogDocument(
            products: reader.products, exclusionSets: reader.sets.isEmpty ? nil : reader.sets)
        notes = reader.notes
    }

    /// Puts the products into a catalog: those of the same id are replaced, but for the exclusion sets that
    /// only a catalog knows; all else that it says stays.
    package func merged(into present: CatalogDocument) -> CatalogDocument {
        var merged = present
        for product in document.products {
            guard
                let index = merged.products.firstIndex(where: {
                    $0.productID == product.productID
                })
            else {
                merged.products.append(product)
                continue
            }
            var next = product
            next.exclusionSets = merged.products[index].exclusionSets
            next.duration = product.duration ?? merged.products[index].duration
            merged.products[index] = next
        }
        let added = assumedSets(beside: present)
        if !added.isEmpty { merged.exclusionSets = (present.exclusionSets ?? []) + added }
        return merged
    }

    /// The sets of which the file does not tell the audience, nor the catalog: family-shareable and other
    /// subscriptions are in them, and each account alone is assumed.
    package func assumedSets(beside present: CatalogDocument) -> [CatalogDocument.ExclusionSet] {
        let known = Set((present.exclusionSets ?? []).map(\.id))
        return (document.exclusionSets ?? []).filter { !known.contains($0.id) }
    }
}
