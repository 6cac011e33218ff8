/// Holds the sizes that a catalog may have, each with its reason.
package enum CatalogLimits {
    /// Bytes of a document: 10,000 products of 400 bytes.
    package static let bytes = 4 * 1_024 * 1_024
    /// Products of an app: what the store allows.
    package static let products = 10_000
    /// Sets of one product: each is a row that a reserve inserts.
    package static let setsPerProduct = 64
    /// Products of one set or subscription group: each product's plan lists its rivals, and a reserve reads it.
    package static let productsPerSet = 256
    /// Bytes of a set's, group's or product's id.
    package static let identifier = 255
    /// Bytes of a risk's word.
    package static let risk = 64
}
