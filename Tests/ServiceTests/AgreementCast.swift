import FoundationEssentials
import HTTPClient
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

@testable import Service

/// Two devices of one account, an administrator and a store, who act at random on what was reserved.
struct AgreementCast {
    /// An intent and the device that reserved it.
    struct Reserved {
        let device: Device
        let intent: Intent
    }

    let fixture: ServiceFixture
    let devices: [Device]
    private let administrator: Device
    private var open: [Reserved] = []
    /// Released, their sets kept closed.
    private var delayed: [Reserved] = []
    private var purchases = 0
    /// How many delays there were, so that the test can say that it tested some.
    private(set) var delays = 0

    init(_ fixture: ServiceFixture, account: String) throws {
        self.fixture = fixture
        devices = try ["phone", "pad"].map { try fixture.device(account, $0) }
        administrator = fixture.caller(fixture.operatorKey)
    }

    mutating func note(_ intent: Intent, of device: Device) {
        open.append(Reserved(device: device, intent: intent))
    }

    /// Does something to an intent that is open or keeps its sets closed; nil where there is none.
    mutating func act(using random: inout some RandomNumberGenerator) async throws
        -> HTTPClientResponse?
    {
        if !delayed.isEmpty, open.isEmpty || Bool.random(using: &random) {
            let place = Int.random(in: delayed.indices, using: &random)
            let held = delayed.remove(at: place)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return try await purchased(held)
            case 1: return try await release(held, delay: "PT0S")
            case 2:
                delayed.append(held)
                return try await release(held, delay: "PT20M")
            default: return try await pass(held)
            }
        }
        guard !open.isEmpty else { return nil }
        let place = Int.random(in: open.indices, using: &random)
        let held = open[place]
        let action = Int.random(in: 0..<4, using: &random)
        if action > 0 { open.remove(at: place) }
        switch action {
        case 0: return try await held.device.report(held.intent, #"{"result":"pending"}"#)
        case 1: return try await held.device.report(held.intent, #"{"result":"cancelled"}"#)
        case 2: return try await purchased(held)
        default:
            delayed.append(held)
            delays += 1
            return try await release(held, delay: "PT10M")
        }
    }

    private mutating func purchased(_ held: Reserved) async throws -> HTTPClientResponse {
        purchases += 1
        let product = held.intent.productID
        let signed = try fixture.purchase(
            "\(held.intent.accountID)-\(purchases)", product, token: held.intent.appAccountToken,
            expires: ["monthly", "yearly"].contains(product) ? 3_600_000 : nil
        ) { if product == "coins" { $0.type = "Consumable" } }
        return try await held.device.report(
            held.intent, "{\"result\":\"purchased\",\"signed_transaction\":\"\(signed)\"}")
    }

    private func release(_ held: Reserved, delay: String) async throws -> HTTPClientResponse {
        try await administrator.post(
            "/v1/admin/intents/\(held.intent.id.wireText)/release",
            "{\"reason\":\"ticket\",\"lock_delay\":\"\(delay)\"}")
    }

    /// The clock passes the end of a delay.
    private func pass(_ held: Reserved) async throws -> HTTPClientResponse {
        try await fixture.ask(
            """
            update interlock.intent set delay_until = clock_timestamp()
            where intent_id = '\(held.intent.id.uuidString)' and delay_until is not null
            """)
        return try await administrator.send(
            .get, "/v1/admin/intents/\(held.intent.id.wireText)")
    }
}
