import FoundationEssentials
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

@testable import Service

@Suite("State and reserve agree")
struct AgreementPromises {
    /// After every random operation the state says, for every product, what a reserve then answers, and who is
    /// in the way.
    @Test func `the state says what a reserve would answer`() async throws {
        let seed = Seed.make()
        var random = seed.generator()
        let products = ["monthly", "yearly", "lifetime", "coins"]
        var (delays, locked) = (0, 0)
        try await ServiceFixture.with { fixture in
            for round in 0..<8 {
                var cast = try AgreementCast(fixture, account: "a\(round)")
                for _ in 0..<25 {
                    let device = cast.devices[Int.random(in: 0..<2, using: &random)]
                    if Bool.random(using: &random),
                        let done = try await cast.act(using: &random)
                    {
                        #expect(done.status == 200, "\(seed) \(done.text)")
                        continue
                    }
                    let product = products[Int.random(in: 0..<4, using: &random)]
                    let expected = try await device.state().product(product)
                    let answer = try await device.reserve(product)
                    #expect(Self.agree(expected, answer), "\(seed) \(product) \(answer.text)")
                    if answer.status == 201 {
                        cast.note(try answer.read(IntentEnvelope.self).intent, of: device)
                    }
                    if expected?.holder?.status == .released { locked += 1 }
                }
                delays += cast.delays
            }
        }
        #expect(delays > 0 && locked > 0, "\(seed)")
    }

    private static func agree(_ expected: ProductState?, _ answer: HTTPClientResponse) -> Bool {
        switch expected?.status {
        case .available: answer.status == 201
        case .locked:
            answer.code == "locked"
                && isSame(expected?.holder, try? answer.read(Problem.self).holder)
        case .owned, .blocked: answer.code == "owned"
        case nil: false
        }
    }

    private static func isSame(_ expected: Holder?, _ told: Holder?) -> Bool {
        expected?.intentID == told?.intentID && expected?.status == told?.status
            && expected?.expiresAt == told?.expiresAt
    }

    @Test func `another account's answers never name account, device or metadata`() async throws {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann-secret", "phone-secret")
            let answer = try await ann.post(
                "/v1/intents",
                #"{"product_id":"monthly","request_id":"r-secret","metadata":{"k":"m-secret"}}"#)
            let intent = try answer.read(IntentEnvelope.self).intent
            let bob = try fixture.device("bob", "phone")
            for path in [
                "/v1/state", "/v1/intents", "/v1/intents/\(intent.id.wireText)", "/v1/entitlements",
            ] {
                let seen = try await bob.send(.get, path)
                #expect(!seen.text.contains("secret"), "\(path): \(seen.text)")
            }
            #expect(try await bob.reserve("yearly").status == 201)
        }
    }
}
