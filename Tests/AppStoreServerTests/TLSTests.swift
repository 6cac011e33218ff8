import AppStoreServer
import Cryptography
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

@Suite("TLS")
struct TLSTests {
    private func ask(trust: HTTPClientTLS?, _ check: (String?, StoreServerError?) -> Void)
        async throws -> [StandIn.Seen]
    {
        let files = try CertificateFiles()
        return try await withLoop { loop in
            try await StandIn.open(
                on: loop, tls: files.server,
                { _ in .json(#"{"signedTransactionInfo":"a"}"#) }
            ) { store in
                var configuration = StoreServerConfiguration()
                configuration.endpoints = [.sandbox: try store.endpoint]
                configuration.tls = trust ?? HTTPClientTLS(rootFiles: [files.certificate])
                let client = StoreServer(
                    configuration, try Fixture.credentials(try PrivateKey.generate(.p256)),
                    on: loop, clock: TestClock().clock)
                var answer: String?
                let error = await failure { () async throws(StoreServerError) in
                    answer = try await client.transaction("1", in: .sandbox)
                }
                check(answer, error)
                client.close()
                return store.seen
            }
        }
    }

    @Test("https goes over TLS to a server whose certificate is trusted")
    func trusted() async throws {
        let seen = try await ask(trust: nil) { answer, error in
            #expect(answer == "a" && error == nil)
        }
        #expect(seen.count == 1)
    }

    @Test("a server that isn't trusted gets no token and no second attempt")
    func untrusted() async throws {
        let seen = try await ask(trust: HTTPClientTLS()) { answer, error in
            #expect(answer == nil && error?.kind == .untrustedServer)
            #expect(error?.isRetryable == false)
        }
        #expect(seen.isEmpty)
    }

    @Test("roots that can't be read trust nobody")
    func noRoots() async throws {
        let seen = try await ask(trust: HTTPClientTLS(rootFiles: ["/nonexistent"])) { _, error in
            #expect(error?.kind == .untrustedServer)
        }
        #expect(seen.isEmpty)
    }
}
