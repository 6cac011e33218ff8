import Cryptography
import Glibc
import HTTPServer

/// A fresh root, and a certificate of it with its key, in files that are removed with the folder.
final class TLSFolder {
    private let folder: String

    /// - Parameters:
    ///   - names: the certificate's alternative names in OpenSSL's words; nil leaves it with its common
    ///     name, which is `localhost`.
    ///   - lifetime: how long before now it ended, when negative.
    init(names: String? = "DNS:localhost", lifetime: Int64 = 3_600) throws {
        var template = Array("/tmp/tls-XXXXXX".utf8CString)
        mkdtemp(&template)
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let now = Int64(time(nil))
        let (rootKey, key) = (try PrivateKey.generate(.p256), try PrivateKey.generate(.p256))
        let root = try CertificateTemplate(
            commonName: "a root", validity: (now - 7_200)...(now + 3_600), isAuthority: true
        ).issue(for: rootKey.publicKey, signer: rootKey)
        let plain = try CertificateTemplate(
            commonName: "localhost", validity: (now - 3_600)...(now + lifetime)
        ).issue(for: key.publicKey, issuer: root, signer: rootKey)
        let certificate = try names.map {
            try AlternativeNames.add($0, to: plain.pem, signer: try rootKey.pem().expose())
        }
        write(root.pem, to: rootFile)
        write(certificate ?? plain.pem, to: files.certificateChain)
        write(try key.pem().expose(), to: files.privateKey)
    }

    deinit {
        for name in [files.certificateChain, files.privateKey, rootFile] { unlink(name) }
        rmdir(folder)
    }

    /// What a server needs.
    var files: HTTPServerConfiguration.TLSFiles {
        .init(certificateChain: folder + "/chain.pem", privateKey: folder + "/key.pem")
    }

    /// What a client has to trust.
    var rootFile: String { folder + "/root.pem" }

    /// A server's configuration with these files.
    var configuration: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.tls = files
        return configuration
    }

    private func write(_ text: String, to name: String) {
        let descriptor = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
        let bytes = Array(text.utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
        close(descriptor)
    }
}
