import Cryptography
import InterlockAPI
import Testing

@testable import Authentication

@Suite struct MintingTests {
    @Test func `a minted token verifies for its app until it ends, and never prints`() throws {
        let key = try ClientSigningKey.generate()
        #expect(key.keyID.hasPrefix("interlock-"))
        let minted = try ClientTokenMinter(appID: "app-1", key: key).mint(
            accountID: "alice", deviceID: "phone", lifetime: 60,
            now: Timestamp(microseconds: testTime.microseconds + 999_999))
        #expect(minted.expiresAt == testTime.adding(seconds: 60))
        #expect(!"\(minted)".contains(minted.token))
        let keys = ClientTokenKeys(minted: [key.keyID: key.privateKey.publicKey])
        let identity = try ClientTokenVerifier(appID: "app-1", keys: keys).verify(
            minted.token, now: testTime)
        let expected = ClientIdentity(
            appID: "app-1", accountID: "alice", deviceID: "phone", expiresAt: minted.expiresAt)
        #expect(identity == expected)
        #expect(try UnverifiedClientToken(minted.token).claimedAudiences == ["app-1"])
    }

    @Test func `a signing key is stored and read with the same id`() throws {
        let key = try ClientSigningKey.generate()
        let der = try key.pkcs8()
        #expect("\(der)" == "[redacted]")
        let read = try ClientSigningKey(pkcs8: der.expose())
        #expect(read.keyID == key.keyID)
        #expect(read.privateKey.publicKey == key.privateKey.publicKey)
        let other = try PrivateKey.generate(.p256).pkcs8().expose()
        #expect(throws: OpenSSLError.self) { try ClientSigningKey(pkcs8: other) }
    }

    @Test func `names and lifetimes that no verifier would take are not minted`() throws {
        let minter = ClientTokenMinter(appID: "app-1", key: try ClientSigningKey.generate())
        func failure(
            account: String = "a", device: String = "d", lifetime: Int64 = 1
        ) -> ClientTokenMinter.Failure? {
            do throws(ClientTokenMinter.Failure) {
                _ = try minter.mint(
                    accountID: account, deviceID: device, lifetime: lifetime, now: testTime)
                return nil
            } catch { return error }
        }
        let long = String(repeating: "x", count: 129)
        #expect(failure() == nil)
        #expect(failure(account: String(repeating: "x", count: 128)) == nil)
        for account in ["", long, "a\u{0}b"] { #expect(failure(account: account) == .badAccount) }
        for device in ["", long, "\u{0}"] { #expect(failure(device: device) == .badDevice) }
        for lifetime: Int64 in [0, -1, 2_592_001, .max] {
            #expect(failure(lifetime: lifetime) == .badLifetime)
        }
        #expect(failure(lifetime: 2_592_000) == nil)
    }
}
