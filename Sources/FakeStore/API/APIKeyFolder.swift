package import Cryptography
internal import FoundationEssentials
internal import Glibc
package import StoreSigner

extension APIKey {
    /// Where the parts of a key lie.
    package struct Files: Sendable {
        /// The private key, for the developer's server; nil where only the public one was given.
        package let privateKey: String?
        package let description: String
    }

    /// Takes the key of a folder, or makes one there: `AuthKey_ID.p8` for the developer's server, and
    /// `api-key.json` with the ids and the public key.
    ///
    /// - Parameter given: a public key to be used instead, under new ids; then nothing private is kept.
    package static func keep(
        in folder: String, given: PublicKey? = nil
    ) throws(StoreSigner.FolderFailure) -> (key: APIKey, files: Files) {
        let description = "\(folder)/api-key.json"
        if access(description, F_OK) == 0 {
            let known = try read(description)
            if given == nil || given == known.publicKey {
                let path = "\(folder)/AuthKey_\(known.keyID).p8"
                let isThere = access(path, F_OK) == 0
                return (known, Files(privateKey: isThere ? path : nil, description: description))
            }
        }
        return try make(in: folder, given: given, description: description)
    }

    private static func make(
        in folder: String, given: PublicKey?, description: String
    ) throws(StoreSigner.FolderFailure) -> (key: APIKey, files: Files) {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
        let keyID = String(
            decoding: SecureRandom.bytes(10).map { letters[Int($0) % letters.count] },
            as: UTF8.self)
        let issuerID = UUIDv7.make().uuidString.lowercased()
        let path = "\(folder)/AuthKey_\(keyID).p8"
        let publicKey: PublicKey
        if let given {
            publicKey = given
        } else {
            do {
                let made = try PrivateKey.generate(.p256)
                try FolderFile.write(Array(try made.pem().expose().utf8), to: path)
                publicKey = made.publicKey
            } catch let failure as StoreSigner.FolderFailure {
                throw failure
            } catch { throw StoreSigner.FolderFailure(path: path, reason: "\(error)") }
        }
        let document: JSONValue = [
            "issuer_id": .string(issuerID), "key_id": .string(keyID),
            "public_key": .string(PEM.text(label: "PUBLIC KEY", der: publicKey.der)),
        ]
        try FolderFile.write(Array(document.text.utf8), to: description)
        return (
            APIKey(issuerID: issuerID, keyID: keyID, publicKey: publicKey),
            Files(privateKey: given == nil ? path : nil, description: description)
        )
    }

    private static func read(_ path: String) throws(StoreSigner.FolderFailure) -> APIKey {
        guard let members = try? JSONReader.read(try FolderFile.read(path)).object,
            let issuerID = members["issuer_id"]?.string, let keyID = members["key_id"]?.string,
            let pem = members["public_key"]?.string, let publicKey = PublicKey.first(inPEM: pem)
        else {
            throw StoreSigner.FolderFailure(path: path, reason: "not a key that was saved here")
        }
        return APIKey(issuerID: issuerID, keyID: keyID, publicKey: publicKey)
    }
}

extension PublicKey {
    /// The first public key of a PEM text.
    package static func first(inPEM text: String) -> PublicKey? {
        let block = PEM.blocks(in: text)?.first { $0.label == "PUBLIC KEY" }
        return block.flatMap { try? PublicKey(der: $0.der) }
    }
}
