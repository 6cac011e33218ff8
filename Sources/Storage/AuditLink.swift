package import Cryptography

/// One record of the audit as the texts that its hash is made of.
package struct AuditLink: Sendable {
    package var appID: String
    package var place: Int64
    package var previousHash: SHA256Digest
    /// As it is stored.
    package var hash: SHA256Digest
    /// Microseconds since 1970.
    package var at: Int64
    package var actor: String
    package var act: String
    package var subject: String
    package var reason: String
    package var before: String
    package var after: String
    /// The subject ids that it is found by; not part of the hash, which has them in the texts.
    package var about: Set<String>

    /// The subject ids that its texts name.
    var subjects: Set<String> {
        var subjects: Set<String> = []
        for text in [subject, before, after] {
            guard case .object(let members)? = try? JSONReader.read(Array(text.utf8)) else {
                continue
            }
            for (name, value) in members where name.hasSuffix("_subject") {
                if case .string(let id) = value { subjects.insert(id) }
            }
        }
        return subjects
    }

    /// What the hash must be: SHA-256 over netstrings, as `sql/functions/audit/digest.sql` tells. Made here
    /// once more, so that a function that somebody replaced in the database can't hide what was changed.
    var digest: SHA256Digest {
        var bytes: [UInt8] = []
        for field in [
            "interlock audit 1", appID, "\(place)", previousHash.description, "\(at)", actor, act,
            subject, reason, before, after,
        ] {
            let text = Array(field.utf8)
            bytes += Array("\(text.count):".utf8) + text + [UInt8(ascii: ",")]
        }
        return SHA256.digest(bytes)
    }
}
