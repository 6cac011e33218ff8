package import FoundationEssentials
package import InterlockAPI

/// Holds what one read of a scope and one environment gives, under one snapshot of the database.
package struct ScopeSnapshot: Hashable, Sendable {
    package var scopeID: UUID
    package var version: Int64
    /// The database's clock at the read.
    package var now: Timestamp
    package var kind: ScopeKind
    package var groupID: String?
    /// The open intents, and the closed ones whose risk is not over.
    package var intents: [IntentRow]
    package var ownership: [OwnershipRow]
    /// The accounts that may release another member's pending intent.
    package var releasers: Set<String> = []

    package init(
        scopeID: UUID, version: Int64, now: Timestamp, kind: ScopeKind, groupID: String? = nil,
        intents: [IntentRow] = [], ownership: [OwnershipRow] = []
    ) {
        self.scopeID = scopeID
        self.version = version
        self.now = now
        self.kind = kind
        self.groupID = groupID
        self.intents = intents
        self.ownership = ownership
    }

    /// Makes a snapshot from the columns of the read, its two lists as the JSON that the database built.
    ///
    /// - Throws: with the place of a row that is not as the SQL function promises.
    package init(
        scopeID: UUID, version: Int64, now: Timestamp, kind: ScopeKind, groupID: String?,
        intentsJSON: [UInt8], ownershipJSON: [UInt8]
    ) throws(WireError) {
        self.init(
            scopeID: scopeID, version: version, now: now, kind: kind, groupID: groupID,
            intents: try WireCoding.decode([IntentRow].self, from: intentsJSON),
            ownership: try WireCoding.decode([OwnershipRow].self, from: ownershipJSON))
    }
}
