import Cryptography
import HTTPClient
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

@testable import FakeStore

/// Who may call, how often, and what goes wrong on demand.
@Suite struct GuardTests {
    @Test func `without a good token it is 401 and nothing else`() async throws {
        try await StoreFixture.with { fixture in
            let path = "/inApps/v1/transactions/\(try fixture.buy("coins"))"
            #expect(try await fixture.get(path).status == 200)
            let now = fixture.clock.now / 1_000
            let stranger = try PrivateKey.generate(.p256)
            let tokens = [
                "", "Bearer x", try fixture.bearer(keyID: "OTHER"),
                try fixture.bearer(key: stranger), try fixture.bearer { $0["iss"] = "x" },
                try fixture.bearer { $0["bid"] = "com.example.other" },
                try fixture.bearer { $0["aud"] = "appstoreconnect-v2" },
                try fixture.bearer { $0["exp"] = .integer(now) },
                try fixture.bearer { $0["exp"] = .integer(now + 3_601) },
                try fixture.bearer { $0["iat"] = .integer(now + 120) },
                try fixture.bearer { $0["iat"] = .integer(.min) },
                try fixture.bearer { $0["iat"] = nil },
            ]
            for token in tokens {
                let answer = try await fixture.call(.get, path, bearer: token)
                #expect(answer.status == 401)
                #expect(answer.answer.body.isEmpty)
            }
        }
    }

    @Test func `the key lasts as long as its folder, and another one may be given`() throws {
        let folder = try TestFolder.path("key")
        try FolderFile.makeFolder(folder)
        let (made, files) = try APIKey.keep(in: folder)
        let (again, _) = try APIKey.keep(in: folder)
        #expect(again.keyID == made.keyID)
        #expect(again.issuerID == made.issuerID)
        #expect(again.publicKey == made.publicKey)
        let path = try #require(files.privateKey)
        let pem = String(decoding: try FolderFile.read(path), as: UTF8.self)
        #expect(try PrivateKey(pem: pem).publicKey == made.publicKey)
        let own = try PrivateKey.generate(.p256).publicKey
        let (given, givenFiles) = try APIKey.keep(in: folder, given: own)
        #expect(given.publicKey == own)
        #expect(given.keyID != made.keyID)
        #expect(givenFiles.privateKey == nil)
        #expect(try APIKey.keep(in: folder, given: own).key.keyID == given.keyID)
    }

    @Test func `beyond the limit it is 429, and says when in milliseconds since 1970`() async throws
    {
        try await StoreFixture.with(configure: { $0.callsPerSecond = 2 }) { fixture in
            let path = "/inApps/v1/transactions/\(try fixture.buy("coins"))"
            for status in [200, 200, 429, 429] {
                #expect(try await fixture.get(path).status == status)
            }
            let limited = try await fixture.call(.get, path)
            #expect(limited.document["errorCode"] == 4_290_000)
            let again = try #require(
                limited.answer.header("Retry-After").flatMap { Int64($0) })
            #expect(again > fixture.clock.now && again <= fixture.clock.now + 1_000)
            // Each route has its own.
            let id = path.dropFirst("/inApps/v1/transactions/".count)
            #expect(try await fixture.get("/inApps/v2/history/\(id)").status == 200)
            fixture.clock.move(by: again - fixture.clock.now)
            #expect(try await fixture.get(path).status == 200)
        }
    }

    @Test func `faults come as ordered, so often and where they were`() async throws {
        try await StoreFixture.with { fixture in
            let id = try fixture.buy("coins")
            let path = "/inApps/v1/transactions/\(id)"
            let codes: [(String, Int, JSONValue?)] = [
                ("500", 500, 5_000_000), ("5000001", 500, 5_000_001), ("429", 429, 4_290_000),
                ("401", 401, nil), ("404", 404, nil), ("403", 403, nil),
            ]
            for (kind, status, code) in codes {
                let ordered = try await fixture.control(
                    "faults", ["kind": .string(kind), "count": 2, "route": "transaction"])
                #expect(ordered.status == 200)
                #expect(try await fixture.get("/inApps/v2/history/\(id)").status == 200)
                for _ in 0..<2 {
                    let answer = try await fixture.get(path)
                    #expect(answer.status == status)
                    #expect(answer.document["errorCode"] == code)
                }
                #expect(try await fixture.get(path).status == 200)
            }
            _ = try await fixture.control("faults", ["kind": "slow", "delay_ms": 1])
            #expect(try await fixture.get(path).status == 200)
            _ = try await fixture.control("faults", ["kind": "500", "count": 9])
            _ = try await fixture.control("faults")
            #expect(try await fixture.get(path).status == 200)
            #expect(try await fixture.control("faults", ["kind": "x"]).status == 400)
        }
    }

    @Test func `a connection can be cut in the middle of an answer`() async throws {
        try await StoreFixture.with { fixture in
            let path = "/inApps/v1/transactions/\(try fixture.buy("coins"))"
            _ = try await fixture.control("faults", ["kind": "cut"])
            await #expect(throws: HTTPClientError.self) { _ = try await fixture.get(path) }
            #expect(try await fixture.get(path).status == 200)
        }
    }

    @Test func `it listens to this machine alone`() async throws {
        for host in ["127.0.0.1", "127.9.9.9", "::1", "localhost"] {
            #expect(FakeStoreServer.isLoopback(host))
        }
        for host in ["0.0.0.0", "::", "10.0.0.1", "example.com", "127.0.0.1.example.com", "127.1"] {
            #expect(!FakeStoreServer.isLoopback(host))
        }
        await #expect(throws: FakeStoreFailure.notLoopback("0.0.0.0")) {
            try await StoreFixture.with(configure: { $0.host = "0.0.0.0" }) { _ in }
        }
    }
}
