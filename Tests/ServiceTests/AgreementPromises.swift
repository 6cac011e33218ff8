import FoundationEssentials
import HTTPClient
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

@testable import Service

@Suite("State and reserve agree")
struct AgreementPromises {
    /// After every random operation the state says, for every product, what a reserve then answers.
    @Test func `the state says what a reserve would answer`() async throws {
        let seed = Seed.make()
        var random = seed.generator()
        let products = ["monthly", "yearly", "lifetime", "coins"]
        try await ServiceFixture.with { fixture in
            for round in 0..<6 {
                let devices = try ["phone", "pad"].map { try fixture.device("a\(round)", $0) }
                var open: [(device: Int, intent: Intent)] = []
                for step in 0..<15 {
                    let index = Int.random(in: 0..<2, using: &random)
                    let device = devices[index]
                    let action = Int.random(in: 0..<5, using: &random)
                    if action < 2 || open.isEmpty {
                        let product = products[Int.random(in: 0..<4, using: &random)]
                        let expected = try await device.state().product(product)?.status
                        let answer = try await device.reserve(product)
                        #expect(Self.agree(expected, answer), "\(seed) \(product) \(answer.text)")
                        if answer.status == 201 {
                            open.append((index, try answer.read(IntentEnvelope.self).intent))
                        }
                        continue
                    }
                    let place = Int.random(in: open.indices, using: &random)
                    let (holder, intent) = open[place]
                    var report = [#"{"result":"pending"}"#, #"{"result":"cancelled"}"#, ""][
                        action - 2]
                    if report.isEmpty {
                        let recurs = ["monthly", "yearly"].contains(intent.productID)
                        let signed = try fixture.purchase(
                            "\(round)\(step)", intent.productID, token: intent.appAccountToken,
                            expires: recurs ? 3_600_000 : nil
                        ) { if intent.productID == "coins" { $0.type = "Consumable" } }
                        report = "{\"result\":\"purchased\",\"signed_transaction\":\"\(signed)\"}"
                    }
                    let answer = try await devices[holder].report(intent, report)
                    #expect(answer.status == 200, "\(seed) \(answer.text)")
                    if action > 2 { open.remove(at: place) }
                }
            }
        }
    }

    private static func agree(_ expected: ProductStatus?, _ answer: HTTPClientResponse) -> Bool {
        switch expected {
        case .available: answer.status == 201
        case .locked: answer.code == "locked"
        case .owned, .blocked: answer.code == "owned"
        case nil: false
        }
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
