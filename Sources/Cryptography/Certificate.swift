internal import COpenSSL
internal import Glibc

/// Holds an X.509 certificate (RFC 5280), parsed once and then only read.
package final class Certificate: Sendable {
    /// Bytes of a certificate, at most.
    package static let sizeLimit = 16 * 1024

    /// The whole certificate, exactly as it came.
    package let der: [UInt8]
    package let fingerprint: SHA256Digest
    /// The first and last second of validity, in Unix time.
    package let validity: ClosedRange<Int64>
    /// Whether basicConstraints says that it may issue certificates.
    package let isAuthority: Bool
    /// How many authorities may follow below it; nil where it doesn't say.
    package let pathLength: Int?
    /// Whether keyUsage allows digital signatures, or is absent.
    package let maySignData: Bool
    /// The OIDs of its extensions, dotted.
    package let extensions: Set<String>
    package let publicKey: PublicKey
    /// Subject, in OpenSSL's one-line form; for messages to people only.
    package let subject: String
    package let issuer: String

    private let owner: CertificateHandle
    var handle: OpaquePointer { owner.pointer }

    /// Reads a certificate, in DER to the last byte, nothing behind it.
    package convenience init(der: [UInt8]) throws(OpenSSLError) {
        if der.count > Self.sizeLimit {
            throw OpenSSLError(operation: "read certificate", reason: "larger than 16 KiB")
        }
        let parsed: OpaquePointer? = der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return d2i_X509(nil, &cursor, bytes.count)
        }
        guard let parsed else { throw OpenSSLError.take("read certificate") }
        try self.init(CertificateHandle(owning: parsed))
        // OpenSSL reads some BER as well; what it writes is DER, so anything else, or a tail, shows
        // here.
        if self.der != der {
            throw OpenSSLError(operation: "read certificate", reason: "not canonical DER")
        }
    }

    /// Reads the certificates of a file: one in DER, or any number in PEM.
    package static func list(file: [UInt8]) throws(OpenSSLError) -> [Certificate] {
        let begin = Array("-----BEGIN ".utf8)
        let isText = file.count > begin.count && String(validating: file, as: UTF8.self) != nil
        if !isText { return [try Certificate(der: file)] }
        guard let blocks = PEM.blocks(in: String(decoding: file, as: UTF8.self)) else {
            throw OpenSSLError(operation: "read certificates", reason: "broken PEM")
        }
        var certificates: [Certificate] = []
        for block in blocks where block.label == "CERTIFICATE" {
            certificates.append(try Certificate(der: block.der))
        }
        if certificates.isEmpty {
            throw OpenSSLError(operation: "read certificates", reason: "no PEM certificate")
        }
        return certificates
    }

    init(_ owner: CertificateHandle) throws(OpenSSLError) {
        self.owner = owner
        let handle = owner.pointer
        der = Self.encoding(of: handle)
        fingerprint = SHA256.digest(der)
        let flags = X509_get_extension_flags(handle)
        guard flags & UInt32(EXFLAG_INVALID) == 0 else {
            throw OpenSSLError.take("read certificate extensions")
        }
        isAuthority = flags & UInt32(EXFLAG_CA) != 0
        let pathLength = X509_get_pathlen(handle)
        self.pathLength = pathLength < 0 ? nil : Int(pathLength)
        maySignData = X509_get_key_usage(handle) & UInt32(KU_DIGITAL_SIGNATURE) != 0
        extensions = Self.extensions(of: handle)
        subject = Self.line(X509_get_subject_name(handle))
        issuer = Self.line(X509_get_issuer_name(handle))
        guard let first = Self.seconds(X509_get0_notBefore(handle)),
            let last = Self.seconds(X509_get0_notAfter(handle)), first <= last
        else { throw OpenSSLError.take("read certificate validity") }
        validity = first...last
        guard let key = X509_get_pubkey(handle) else {
            throw OpenSSLError.take("read certificate key")
        }
        publicKey = try PublicKey(handle: KeyHandle(owning: key))
        ERR_clear_error()
    }

    /// Wraps the certificate as PEM.
    package var pem: String { PEM.text(label: "CERTIFICATE", der: der) }

    /// Tells whether the other certificate names this one as its issuer.
    func isNamedIssuer(of other: Certificate) -> Bool {
        X509_NAME_cmp(X509_get_subject_name(handle), X509_get_issuer_name(other.handle)) == 0
    }

    /// Tells whether the certificate's signature was made by this key. Names and validity are
    /// another matter: ``CertificatePath`` looks at everything.
    package func isSigned(by key: PublicKey) -> Bool {
        let verdict = X509_verify(handle, key.handle.pointer)
        ERR_clear_error()
        return verdict == 1
    }
}

extension Certificate {
    private static func encoding(of handle: OpaquePointer) -> [UInt8] {
        var buffer: UnsafeMutablePointer<UInt8>?
        let length = i2d_X509(handle, &buffer)
        guard length > 0, let start = buffer else {
            ERR_clear_error()
            return []
        }
        defer { CRYPTO_free(start, #file, Int32(#line)) }
        return Array(UnsafeBufferPointer(start: start, count: Int(length)))
    }

    private static func extensions(of handle: OpaquePointer) -> Set<String> {
        var names: Set<String> = []
        for index in 0..<X509_get_ext_count(handle) {
            let object = X509_EXTENSION_get_object(X509_get_ext(handle, index))
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
                let length = OBJ_obj2txt(text.baseAddress, Int32(text.count), object, 1)
                if length > 0, length < Int32(text.count), let start = text.baseAddress {
                    names.insert(String(cString: start))
                }
            }
        }
        return names
    }

    private static func line(_ name: OpaquePointer?) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
            guard let start = X509_NAME_oneline(name, text.baseAddress, Int32(text.count)) else {
                return ""
            }
            return String(cString: start)
        }
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        var parts = tm()
        guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return Int64(timegm(&parts))
    }
}
