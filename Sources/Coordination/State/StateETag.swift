package import FoundationEssentials
package import InterlockAPI

/// Names a state: the database's epoch, scope, version and catalog revision, the environment, and how many of the
/// stored deadlines and ends the clock has passed, so that an expiry shows before anybody writes it down.
package struct StateETag: Hashable, Sendable, CustomStringConvertible {
    /// Changes when the database is restored. Letters, digits and hyphens.
    package var epoch: String
    package var scopeID: UUID
    package var version: Int64
    package var catalogRevision: Int64
    package var environment: StoreEnvironment
    package var passed: Int

    package init(
        epoch: String, scopeID: UUID, version: Int64, catalogRevision: Int64,
        environment: StoreEnvironment, passed: Int
    ) {
        self.epoch = epoch
        self.scopeID = scopeID
        self.version = version
        self.catalogRevision = catalogRevision
        self.environment = environment
        self.passed = passed
    }

    /// The tag without quotation marks, as in the document and in `?etag=`.
    package var description: String {
        let place = environment == .production ? "p" : "s"
        return "\(epoch).\(scopeID.wireText).\(version).\(catalogRevision).\(place)\(passed)"
    }
}
