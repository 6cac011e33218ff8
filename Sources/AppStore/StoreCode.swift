/// Names something in the store's own spelling. Unlike an enum it keeps a spelling that is not
/// known yet, so that a new value of the store's is never an error and survives a round trip.
package protocol StoreCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue == String {
    init(rawValue: String)
}

extension StoreCode {
    package var description: String { rawValue }
}
