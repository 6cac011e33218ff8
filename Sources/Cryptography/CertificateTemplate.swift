internal import COpenSSL

/// Describes a certificate to be issued, also a wrong one: for the own little store, and for tests.
package struct CertificateTemplate: Sendable {
    package var commonName: String
    package var organization: String
    /// First and last second of validity, in Unix time.
    package var validity: ClosedRange<Int64>
    package var isAuthority: Bool
    package var pathLength: Int?
    /// False leaves basicConstraints out altogether, as only a wrong authority would.
    package var hasBasicConstraints = true
    /// The value of keyUsage in OpenSSL's words ("digitalSignature"), always critical; nil leaves
    /// it out.
    package var keyUsage: String?
    /// Extra extensions by their dotted OIDs, not critical, with the value NULL.
    package var markers: [String]

    package init(
        commonName: String, organization: String = "Interlock", validity: ClosedRange<Int64>,
        isAuthority: Bool = false, pathLength: Int? = nil, keyUsage: String? = nil,
        markers: [String] = []
    ) {
        self.commonName = commonName
        self.organization = organization
        self.validity = validity
        self.isAuthority = isAuthority
        self.pathLength = pathLength
        self.keyUsage = keyUsage
        self.markers = markers
    }

    /// Issues the certificate for a key; without an issuer it is signed by itself, and `signer`
    /// must own the key.
    package func issue(
        for key: PublicKey, issuer: Certificate? = nil, signer: PrivateKey
    ) throws(OpenSSLError) -> Certificate {
        guard let new = X509_new() else { throw OpenSSLError.take("issue certificate") }
        let draft = CertificateHandle(owning: new)
        try fill(draft.pointer, key: key, issuer: issuer)
        if X509_sign(draft.pointer, signer.handle.pointer, EVP_sha256()) == 0 {
            throw OpenSSLError.take("sign certificate")
        }
        // Read again from its bytes: a draft keeps what was computed before it was complete.
        guard let copy = X509_dup(draft.pointer) else {
            throw OpenSSLError.take("issue certificate")
        }
        return try Certificate(CertificateHandle(owning: copy))
    }

    private func fill(
        _ draft: OpaquePointer, key: PublicKey, issuer: Certificate?
    ) throws(OpenSSLError) {
        let name = X509_NAME_new()
        defer { X509_NAME_free(name) }
        let serial = UInt64.random(in: 1...UInt64(Int64.max))
        let issuerName = issuer.map { X509_get_subject_name($0.handle) } ?? name
        let version3 = 2
        let done =
            Self.add("CN", commonName, to: name) && Self.add("O", organization, to: name)
            && X509_set_version(draft, version3) == 1
            && ASN1_INTEGER_set_uint64(X509_get_serialNumber(draft), serial) == 1
            && X509_set_subject_name(draft, name) == 1
            && X509_set_issuer_name(draft, issuerName) == 1
            && ASN1_TIME_set(X509_getm_notBefore(draft), Int(validity.lowerBound)) != nil
            && ASN1_TIME_set(X509_getm_notAfter(draft), Int(validity.upperBound)) != nil
            && X509_set_pubkey(draft, key.handle.pointer) == 1
        if !done { throw OpenSSLError.take("fill certificate") }
        if hasBasicConstraints {
            var constraints = "critical,CA:\(isAuthority ? "TRUE" : "FALSE")"
            if let pathLength { constraints += ",pathlen:\(pathLength)" }
            try Self.add(NID_basic_constraints, constraints, to: draft)
        }
        if let keyUsage { try Self.add(NID_key_usage, "critical," + keyUsage, to: draft) }
        for marker in markers { try Self.add(marker: marker, to: draft) }
    }

    private static func add(_ field: String, _ text: String, to name: OpaquePointer?) -> Bool {
        let bytes = Array(text.utf8)
        return X509_NAME_add_entry_by_txt(
            name, field, MBSTRING_UTF8, bytes, Int32(bytes.count), -1, 0) == 1
    }

    private static func add(
        _ kind: Int32, _ value: String, to draft: OpaquePointer
    ) throws(OpenSSLError) {
        let made = X509V3_EXT_conf_nid(nil, nil, kind, value)
        defer { X509_EXTENSION_free(made) }
        guard let made, X509_add_ext(draft, made, -1) == 1 else {
            throw OpenSSLError.take("add certificate extension")
        }
    }

    private static func add(marker: String, to draft: OpaquePointer) throws(OpenSSLError) {
        let object = OBJ_txt2obj(marker, 1)
        defer { ASN1_OBJECT_free(object) }
        let value = ASN1_OCTET_STRING_new()
        defer { ASN1_OCTET_STRING_free(value) }
        ASN1_OCTET_STRING_set(value, DER.null, Int32(DER.null.count))
        let made = X509_EXTENSION_create_by_OBJ(nil, object, 0, value)
        defer { X509_EXTENSION_free(made) }
        guard object != nil, let made, X509_add_ext(draft, made, -1) == 1 else {
            throw OpenSSLError.take("add certificate marker")
        }
    }
}
