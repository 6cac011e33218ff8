import AppStore
import Cryptography
import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import StoreSigner
import TestSupport
import Testing

@testable import Service

/// Field cases of environments and signatures.
@Suite("Field cases: verification", .serialized)
struct FieldCasesVerification {
    /// A service whose app is in both environments, and so has the store's number.
    private func withBoth(_ body: (ServiceFixture) async throws -> Void) async throws {
        try await ServiceFixture.with(environments: [.production, .sandbox]) { fixture in
            var app = AppChange()
            app.appleID = 1234
            _ = try await fixture.storage.apps.update("demo", app, actor: .user)
            try await fixture.registry.refresh()
            try await body(fixture)
        }
    }

    @Test func `the environment is the signed payload's, and stays with every id`() async throws {
        try await withBoth { fixture in
            let phone = try fixture.device("ann", "phone")
            for environment in ["Production", "Sandbox"] {
                let paid = fixture.bought("1", "monthly") { $0.environment = environment }
                #expect(try await phone.upload(paid, fixture).outcome == .recorded)
                let signed = try fixture.notification("SUBSCRIBED", "INITIAL_BUY", paid) {
                    $0.appAppleID = 1234
                }
                #expect(try await fixture.post(notification: signed).status == 200)
                let other = environment == "Sandbox" ? "Production" : "Sandbox"
                // What is inside is of the same environment as the whole.
                let mixed = try fixture.notification("SUBSCRIBED", "INITIAL_BUY", paid) {
                    $0.appAppleID = 1234
                    $0.environment = other
                }
                let refused = try await fixture.post(notification: mixed)
                #expect(refused.status == 422 && refused.code == "verification_failed")
            }
            let rows = try await fixture.ledger("transaction_id=1")
            #expect(rows.map(\.environment.rawValue).sorted() == ["Production", "Sandbox"])
            for row in rows {
                let place = row.environment.rawValue
                let one = try await fixture.ledger("transaction_id=1&environment=\(place)")
                #expect(one == [row])
            }
        }
    }

    @Test func `an environment that the app is not in is refused, whatever verifies`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            for environment in ["Production", "Xcode", "LocalTesting", "Staging", ""] {
                let paid = fixture.bought("1", "monthly") { $0.environment = environment }
                let result = try await phone.upload(paid, fixture)
                #expect(result.outcome == .rejected && result.code == "verification_failed")
                let signed = try fixture.notification("SUBSCRIBED", "INITIAL_BUY", paid)
                #expect(try await fixture.post(notification: signed).status == 422)
                // As the tools make it: no signature counts, so that none is there.
                let payload = Base64URL.encode(Array(paid.payload.text.utf8))
                let bare = "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJBQUFBIl19.\(payload).AAAA"
                #expect(try await phone.upload([bare]).map(\.outcome) == [.rejected])
            }
            #expect(try await phone.entitlements().isEmpty)
            #expect(try await fixture.ledger("transaction_id=1").isEmpty)
        }
    }

    @Test func `another intermediate under the same root counts, another root never`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let signers = [
                (fixture.signer, true), (try fixture.signer.sibling(), true),
                (try StoreSigner(), false),
            ]
            for (index, (signer, isGood)) in signers.enumerated() {
                let signed = try signer.transaction(fixture.bought("\(index)", "coins"))
                let results = try await phone.upload([signed])
                #expect(results.map(\.outcome) == [isGood ? .recorded : .rejected])
            }
        }
    }

    @Test func `leaf, intermediate and root are a chain, and nothing else is`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let (leaf, middle, root) = (
                fixture.signer.certificateChain[0], fixture.signer.certificateChain[1],
                fixture.signer.certificateChain[2]
            )
            let chains = [
                [], [leaf], [leaf, middle], [middle, leaf, root], [leaf, root, middle],
                [root, middle, leaf], [leaf, middle, root, root], [leaf, leaf, root],
            ]
            let payload = Array(fixture.bought("1", "lifetime").payload.text.utf8)
            for chain in chains {
                let signed = try fixture.signer.sign(payload: payload, certificateChain: chain)
                #expect(try await phone.upload([signed]).map(\.outcome) == [.rejected])
            }
            let signed = try fixture.signer.sign(payload: payload)
            #expect(try await phone.upload([signed]).map(\.outcome) == [.recorded])
        }
    }

    static let brokenTimes: [(name: String, value: JSONValue)] = [
        ("purchaseDate", 1_700_000_000), ("expiresDate", 1_700_000_000),
        ("signedDate", 1_700_000_000), ("expiresDate", "2026-01-01T00:00:00Z"),
        ("expiresDate", "20260101000000+0100"), ("expiresDate", -1), ("expiresDate", 0),
        ("revocationDate", .number(1e300)), ("purchaseDate", .integer(.max)),
        ("purchaseDate", "NaN"), ("expiresDate", true), ("purchaseDate", nil),
    ]

    @Test func `a time that can't be read, or is in seconds, is refused and changes nothing`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let good = fixture.bought("1", "monthly")
            try await phone.upload(good, fixture)
            let before = try await phone.state()
            for (name, value) in Self.brokenTimes {
                var broken = good
                broken.signedDate = good.purchaseDate + 1_000
                broken.extra = [name: value]
                let result = try await phone.upload(broken, fixture)
                #expect(result.outcome == .rejected, "\(name) \(value)")
                let signed = try fixture.notification("DID_RENEW", nil, broken)
                let answer = try await fixture.post(notification: signed)
                // Without its date it is no entry for the ledger, and the notification is kept.
                let isMissing = value == nil as JSONValue
                #expect(answer.status == (isMissing ? 200 : 422), "\(name): \(answer.text)")
            }
            #expect(try await phone.state().etag == before.etag)
        }
    }
}
