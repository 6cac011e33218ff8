package import InterlockAPI

/// Holds a catalog that was checked: every product with its sets, every set with its audience.
package struct Catalog: Hashable, Sendable {
    /// Holds one product; `sets` are sorted and never empty.
    package struct Product: Hashable, Sendable {
        package let id: String
        package let kind: ProductKind
        package let subscriptionGroup: String?
        package let level: Int64?
        package let sets: [String]
        package let familyShareable: Bool
        package let duration: ISODuration?
    }

    /// Names an exception from the default rules.
    package struct Pair: Hashable, Sendable {
        package let owned: String
        package let wanted: String
    }

    /// In the document's order.
    package let products: [Product]
    /// Every set that some product is in, and for whom it locks and owns.
    package let audiences: [String: Audience]
    /// The exceptions.
    package let overrides: [Pair: OwnedRule.Outcome]
    package let deadlines: Deadlines
    /// Whether billing retry counts as owned, as goodwill.
    package let billingRetryEntitles: Bool
    /// What an administrator should look at.
    package let warnings: [CatalogProblem]
    /// The document as it was given, without what was unknown in it.
    package let document: CatalogDocument

    /// Reads and checks a document.
    ///
    /// - Throws: every error at once, with its place.
    package init(document bytes: [UInt8]) throws(CatalogRejection) {
        guard bytes.count <= CatalogLimits.bytes else {
            throw CatalogRejection(
                errors: [
                    CatalogProblem("", "must be at most \(CatalogLimits.bytes) bytes long")
                ], warnings: [])
        }
        let value: WireValue
        do {
            value = try WireCoding.decode(WireValue.self, from: bytes)
        } catch {
            throw CatalogRejection(
                errors: [CatalogProblem("", error.description)], warnings: [])
        }
        var check = CatalogCheck(CatalogReader(value))
        check.run()
        let typed = check.errors.isEmpty ? Catalog.typed(bytes, &check) : nil
        // Its names are kept in the audit for ever.
        if value.hasText(where: SecretText.isIn) {
            check.fail("", "must not hold a key, a token or a signed transaction")
        }
        guard let typed, check.errors.isEmpty else {
            throw CatalogRejection(errors: check.errors, warnings: check.warnings)
        }
        products = check.products
        audiences = check.audiences
        overrides = check.overrides
        deadlines = check.reader.deadlines
        billingRetryEntitles = check.reader.billingRetryEntitles
        warnings = check.warnings
        document = typed
    }

    private static func typed(_ bytes: [UInt8], _ check: inout CatalogCheck) -> CatalogDocument? {
        do {
            return try WireCoding.decode(CatalogDocument.self, from: bytes)
        } catch {
            check.fail(error.field ?? "", error.message)
            return nil
        }
    }
}
