import Glibc
import StoreSigner
import Testing

@testable import AppStore

@Suite struct StoreSignerTests {
    @Test
    func `a saved store is loaded with the same root and signs for it, keys for the owner only`()
        throws
    {
        var template = Array("/tmp/interlock-store-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        let parent = String(cString: made)
        let folder = parent + "/store"
        defer {
            for name in [
                "root.der", "root.pem", "intermediate.pem", "leaf.pem", "root-key.pem",
                "leaf-key.pem",
            ] {
                unlink("\(folder)/\(name)")
            }
            rmdir(folder)
            rmdir(parent)
        }
        let signer = try StoreSigner()
        try signer.save(to: folder)
        try signer.save(to: folder)
        let loaded = try StoreSigner.load(from: folder)
        #expect(loaded.rootCertificateDER == signer.rootCertificateDER)
        #expect(loaded.certificateChain == signer.certificateChain)
        let verifier = StoreVerifier.trusting(signer)
        _ = try verifier.transaction(try loaded.transaction(.sample))
        _ = try verifier.transaction(try loaded.sibling().transaction(.sample))
        var status = stat()
        stat("\(folder)/leaf-key.pem", &status)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `a folder that can't be read or made says which`() throws {
        let missing = #expect(throws: StoreSigner.FolderFailure.self) {
            try StoreSigner.load(from: "/nonexistent/store")
        }
        #expect(missing?.path == "/nonexistent/store/root.pem")
        #expect(throws: StoreSigner.FolderFailure.self) {
            try StoreSigner().save(to: "/nonexistent/a/b")
        }
    }
}
