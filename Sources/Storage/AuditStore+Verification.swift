import Cryptography
import InterlockAPI
import PostgresClient

// Whether the audit is as it was written.
extension AuditStore {
    private static let last = PostgresStatement.function("audit_last", 1)
    private static let page = PostgresStatement.function("audit_page", 3)
    /// Records in memory at a time.
    private static let pageSize: Int32 = 500

    /// What a verification found.
    package struct Verification: Sendable {
        /// How many records hold, from the first on.
        package let records: Int64
        /// The head as it was when the verification began; nil without one, or before the first record.
        package let head: AuditPlace?
        /// The first thing that is wrong.
        package let fault: AuditFault?
    }

    /// Computes the hash of every record anew, page by page, up to the head as it is at the beginning.
    ///
    /// Who may write everything in the database can make the whole chain anew: that is noticed by
    /// `expected`, a head that was noted elsewhere.
    package func verify(
        appID: String, expecting expected: AuditPlace? = nil
    ) async throws(StorageError) -> Verification {
        let rows = try await database.call(Self.last, [.text(appID)])
        let end = try decoding { () -> End in
            guard let row = rows.first else { throw StorageError.defect("no answer") }
            return try ending(row)
        }
        guard let head = end.head else {
            return Verification(
                records: 0, head: nil, fault: AuditFault(.headless, at: max(1, end.last)))
        }
        let (chain, fault) = try await walk(appID, to: head, expected)
        return Verification(
            records: chain.place, head: head.place == 0 ? nil : head,
            fault: fault ?? chain.end(at: head) ?? end.fault(of: head))
    }

    /// How the chain ends, as of one moment.
    private struct End {
        let head: AuditPlace?
        let last: Int64
        let isDated: Bool
        let stray: Int64?

        func fault(of head: AuditPlace) -> AuditFault? {
            if last > head.place { return AuditFault(.beyondHead, at: head.place + 1) }
            if let stray { return AuditFault(.misfiled, at: stray) }
            return isDated ? nil : AuditFault(.misdated, at: head.place)
        }
    }

    private func ending(_ row: PostgresRow) throws -> End {
        let head = try row.optionalInt8("place").map {
            AuditPlace(place: $0, hash: try digest(row, "hash"))
        }
        return End(
            head: head, last: try row.int8("last_place"),
            isDated: try row.optionalBool("is_dated") == true,
            stray: try row.optionalInt8("stray_place"))
    }

    private func walk(
        _ appID: String, to head: AuditPlace, _ expected: AuditPlace?
    ) async throws(StorageError) -> (AuditChain, AuditFault?) {
        var chain = AuditChain(expecting: expected)
        while chain.place < head.place {
            let rows = try await database.call(
                Self.page, [.text(appID), .int8(chain.place), .int4(Self.pageSize)])
            let links = try decoding { try rows.map { try link($0, appID) } }
            // What came after the head was read is another verification's.
            for link in links where link.place <= head.place {
                if let fault = chain.take(link) { return (chain, fault) }
            }
            if links.count < Int(Self.pageSize) { break }
        }
        return (chain, nil)
    }

    private func link(_ row: PostgresRow, _ appID: String) throws -> AuditLink {
        AuditLink(
            appID: appID, place: try row.int8("place"),
            previousHash: try digest(row, "previous_hash"), hash: try digest(row, "hash"),
            at: try row.int8("at"), actor: try row.text("actor"), act: try row.text("act"),
            subject: try row.text("subject"), reason: try row.text("reason"),
            before: try row.text("before"), after: try row.text("after"),
            about: Set(try WireCoding.decode([String].self, from: try row.json("about"))))
    }

    private func digest(_ row: PostgresRow, _ column: PostgresColumn) throws -> SHA256Digest {
        guard let digest = SHA256Digest(bytes: try row.bytea(column)) else {
            throw StorageError.defect("a hash has 32 bytes")
        }
        return digest
    }
}
