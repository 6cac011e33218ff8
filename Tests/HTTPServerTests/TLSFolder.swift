import Cryptography
import Glibc
import HTTPServer

/// A fresh certificate and key in files, removed with it.
final class TLSFolder {
    private let folder: String

    init() throws {
        var template = Array("/tmp/tls-XXXXXX".utf8CString)
        mkdtemp(&template)
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let key = try PrivateKey.generate(.p256)
        let now = Int64(time(nil))
        let certificate = try CertificateTemplate(
            commonName: "localhost", validity: (now - 60)...(now + 3_600)
        ).issue(for: key.publicKey, signer: key)
        write(certificate.pem, to: names.certificateChain)
        write(try key.pem().expose(), to: names.privateKey)
    }

    deinit {
        unlink(names.certificateChain)
        unlink(names.privateKey)
        rmdir(folder)
    }

    var names: HTTPServerConfiguration.TLSFiles {
        .init(certificateChain: folder + "/chain.pem", privateKey: folder + "/key.pem")
    }

    private func write(_ text: String, to name: String) {
        let descriptor = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
        let bytes = Array(text.utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
        close(descriptor)
    }
}
