import Cryptography
import InterlockAPI
import Testing

@testable import Authentication

@Suite struct ClientAuthenticatorTests {
    private static func mint(
        _ key: ClientSigningKey, app: String = "app-1", account: String = "alice",
        lifetime: Int64 = 600
    ) throws -> String {
        try ClientTokenMinter(appID: app, key: key).mint(
            accountID: account, deviceID: "phone", lifetime: lifetime, now: testTime
        ).token
    }

    private static func keys(_ keys: ClientSigningKey...) -> ClientTokenKeys {
        ClientTokenKeys(
            minted: Dictionary(
                uniqueKeysWithValues: keys.map { ($0.keyID, $0.privateKey.publicKey) }))
    }

    private static func code(
        _ authenticator: ClientAuthenticator, _ token: String, now: Timestamp = testTime
    ) -> String {
        do throws(ClientTokenError) {
            return try authenticator.authenticate(token, now: now).accountID
        } catch { return error.code }
    }

    @Test func `a token goes to the app that it is for, and is verified by that app's keys`() throws
    {
        let (first, second) = (try ClientSigningKey.generate(), try ClientSigningKey.generate())
        let authenticator = ClientAuthenticator()
        authenticator.setKeys(Self.keys(first), for: "app-1")
        authenticator.setKeys(Self.keys(second), for: "app-2")
        for _ in 0..<2 {
            #expect(Self.code(authenticator, try Self.mint(first)) == "alice")
            #expect(Self.code(authenticator, try Self.mint(second, app: "app-2")) == "alice")
            #expect(Self.code(authenticator, try Self.mint(second)) == "unknown_key")
            #expect(Self.code(authenticator, try Self.mint(first, app: "app-3")) == "unknown_app")
        }
    }

    @Test func `a remembered token ends when it expires`() throws {
        let key = try ClientSigningKey.generate()
        let authenticator = ClientAuthenticator()
        authenticator.setKeys(Self.keys(key), for: "app-1")
        let token = try Self.mint(key, lifetime: 10)
        #expect(Self.code(authenticator, token) == "alice")
        let last = Timestamp(microseconds: testTime.adding(seconds: 10).microseconds - 1)
        #expect(Self.code(authenticator, token, now: last) == "alice")
        #expect(Self.code(authenticator, token, now: testTime.adding(seconds: 10)) == "expired")
    }

    @Test func `a change of keys ends remembered tokens at once, the same keys again do not`()
        throws
    {
        let (old, new) = (try ClientSigningKey.generate(), try ClientSigningKey.generate())
        let authenticator = ClientAuthenticator()
        authenticator.setKeys(Self.keys(old), for: "app-1")
        let token = try Self.mint(old)
        #expect(Self.code(authenticator, token) == "alice")
        authenticator.setKeys(Self.keys(old), for: "app-1")
        #expect(Self.code(authenticator, token) == "alice")
        authenticator.setKeys(Self.keys(old, new), for: "app-1")
        #expect(Self.code(authenticator, token) == "alice")
        authenticator.setKeys(Self.keys(new), for: "app-1")
        #expect(Self.code(authenticator, token) == "unknown_key")
        authenticator.setKeys(Self.keys(old), for: "app-1")
        #expect(Self.code(authenticator, token) == "alice")
        authenticator.removeApp("app-1")
        #expect(Self.code(authenticator, token) == "unknown_app")
    }

    @Test func `equal keys are the same whatever their order, other keys are not`() throws {
        let (one, two) = (try ClientSigningKey.generate(), try ClientSigningKey.generate())
        let vendor = try Vendor()
        #expect(Self.keys(one, two) == Self.keys(two, one))
        #expect(Self.keys(one) != Self.keys(two))
        #expect(Self.keys(one) != Self.keys(one, two))
        #expect(
            ClientTokenKeys(minted: [:], vendor: try vendor.keySet) != ClientTokenKeys(minted: [:]))
        #expect(
            ClientTokenKeys(minted: [:], vendor: try vendor.keySet)
                == ClientTokenKeys(minted: [:], vendor: try vendor.keySet))
    }

    @Test func `the cache stays within its bound and keeps what is used`() {
        var cache = ClientTokenCache(capacity: 10)
        func entry(_ index: Int) -> ClientTokenCache.Entry {
            ClientTokenCache.Entry(
                identity: ClientIdentity(
                    appID: "a", accountID: "\(index)", deviceID: "d", expiresAt: testTime),
                generation: 1)
        }
        for index in 0..<1000 {
            cache.insert(entry(index), for: SHA256.digest("\(index)"))
            #expect(cache.count <= 10)
            #expect(cache.entry(SHA256.digest("0"))?.identity.accountID == "0")
        }
        #expect(cache.entry(SHA256.digest("999")) != nil)
        #expect(cache.entry(SHA256.digest("500")) == nil)
        cache.remove(SHA256.digest("999"))
        #expect(cache.entry(SHA256.digest("999")) == nil)
    }

    @Test func `refusals are not remembered, and a token longer than the bound costs no hash`()
        throws
    {
        let key = try ClientSigningKey.generate()
        let authenticator = ClientAuthenticator(cacheCapacity: 2)
        let tokens = try (0..<8).map { try Self.mint(key, account: "account-\($0)") }
        for token in tokens { #expect(Self.code(authenticator, token) == "unknown_app") }
        authenticator.setKeys(Self.keys(key), for: "app-1")
        for _ in 0..<2 {
            for (index, token) in tokens.enumerated() {
                #expect(Self.code(authenticator, token) == "account-\(index)")
                #expect(Self.code(authenticator, token + "A") != "account-\(index)")
            }
        }
        #expect(Self.code(authenticator, String(repeating: "x", count: 8193)) == "too_large")
    }

    @Test func `many tasks authenticate while keys change, each answer one of the two right ones`()
        async throws
    {
        let (old, new) = (try ClientSigningKey.generate(), try ClientSigningKey.generate())
        let authenticator = ClientAuthenticator()
        authenticator.setKeys(Self.keys(old), for: "app-1")
        let token = try Self.mint(old)
        let good = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<16 {
                group.addTask { @concurrent in
                    (0..<50).allSatisfy { round in
                        if index == 0 {
                            let keys = round % 2 == 0 ? Self.keys(new) : Self.keys(old)
                            authenticator.setKeys(keys, for: "app-1")
                        }
                        return ["alice", "unknown_key"].contains(Self.code(authenticator, token))
                    }
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(good)
        authenticator.setKeys(Self.keys(new), for: "app-1")
        #expect(Self.code(authenticator, token) == "unknown_key")
    }
}
