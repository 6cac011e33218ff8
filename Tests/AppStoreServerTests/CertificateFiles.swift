import COpenSSL
import Cryptography
import Glibc
import HTTPServer
import TestSupport

/// A fresh certificate for 127.0.0.1, signed by itself, and its key, as files of this test process.
struct CertificateFiles: Sendable {
    struct Failure: Error {}

    let certificate: String
    let key: String

    init() throws {
        certificate = try TestFolder.path("certificate")
        key = try TestFolder.path("key")
        let signer = try PrivateKey.generate(.p256)
        let now = Int64(time(nil))
        let plain = try CertificateTemplate(
            commonName: "stand-in", validity: (now - 60)...(now + 3_600)
        ).issue(for: signer.publicKey, signer: signer)
        let named = try Self.name("IP:127.0.0.1", plain, signer)
        try Self.write(named.pem, to: certificate)
        try Self.write(try signer.pem().expose(), to: key)
    }

    var server: HTTPServerConfiguration.TLSFiles {
        .init(certificateChain: certificate, privateKey: key)
    }

    /// Adds an alternative name and signs anew.
    private static func name(
        _ name: String, _ certificate: Certificate, _ signer: PrivateKey
    ) throws -> Certificate {
        let (der, secret) = (certificate.der, try signer.pkcs8().expose())
        let draft = der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return d2i_X509(nil, &cursor, bytes.count)
        }
        let key = secret.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return d2i_AutoPrivateKey(nil, &cursor, bytes.count)
        }
        let names = X509V3_EXT_conf_nid(nil, nil, NID_subject_alt_name, name)
        defer {
            X509_free(draft)
            EVP_PKEY_free(key)
            X509_EXTENSION_free(names)
        }
        var buffer: UnsafeMutablePointer<UInt8>?
        guard X509_add_ext(draft, names, -1) == 1, X509_sign(draft, key, EVP_sha256()) > 0,
            case let count = i2d_X509(draft, &buffer), count > 0, let buffer
        else { throw Failure() }
        defer { CRYPTO_free(buffer, #file, Int32(#line)) }
        return try Certificate(
            der: Array(UnsafeBufferPointer(start: buffer, count: Int(count))))
    }

    private static func write(_ text: String, to path: String) throws {
        let file = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw Failure() }
    }
}
