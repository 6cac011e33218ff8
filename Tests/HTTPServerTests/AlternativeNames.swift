import COpenSSL

/// Writes a certificate's alternative names, which our own templates don't have.
enum AlternativeNames {
    struct Failed: Error {}

    /// Adds names to a certificate in PEM and signs it anew with a key in PEM.
    static func add(_ names: String, to certificate: String, signer: String) throws -> String {
        let (bytes, key) = (Array(certificate.utf8), Array(signer.utf8))
        let certificateSource = BIO_new_mem_buf(bytes, Int32(bytes.count))
        let keySource = BIO_new_mem_buf(key, Int32(key.count))
        let parsed = PEM_read_bio_X509(certificateSource, nil, nil, nil)
        let signingKey = PEM_read_bio_PrivateKey(keySource, nil, nil, nil)
        let made = X509V3_EXT_conf_nid(nil, nil, NID_subject_alt_name, names)
        let target = BIO_new(BIO_s_mem())
        defer {
            for source in [certificateSource, keySource, target] { BIO_free(source) }
            X509_free(parsed)
            EVP_PKEY_free(signingKey)
            X509_EXTENSION_free(made)
        }
        guard let parsed, let made, X509_add_ext(parsed, made, -1) == 1,
            X509_sign(parsed, signingKey, EVP_sha256()) > 0,
            PEM_write_bio_X509(target, parsed) == 1
        else { throw Failed() }
        var text = [UInt8](repeating: 0, count: 16_384)
        let count = BIO_read(target, &text, Int32(text.count))
        return String(decoding: text.prefix(Int(max(0, count))), as: UTF8.self)
    }
}
