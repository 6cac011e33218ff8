import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import Telemetry
import TestSupport
import Testing

@testable import Service

@Suite struct SandboxPromises {
    static let files = [
        "1-did-renew", "2-subscribed-resubscribe", "3-auto-renew-disabled", "4-expired-voluntary",
    ]

    /// What Apple signed, beside the checkout; nil, with a printed reason, in a lone clone.
    static func payloads() throws -> [String]? {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        folder.append(path: "shared/vectors/apple-sandbox")
        guard FileManager.default.fileExists(atPath: folder.path) else {
            print("no vectors beside the checkout: Apple's notifications are not posted")
            return nil
        }
        return try files.map { name in
            let data = try Data(contentsOf: folder.appending(path: name + ".jws"))
            return String(decoding: data, as: UTF8.self).filter { !$0.isWhitespace }
        }
    }

    @Test func `Apple's notifications answer 200 in any order, changed ones 4xx`()
        async throws
    {
        guard let payloads = try Self.payloads() else { return }
        var generator = Seed.make().generator()
        try await ServiceFixture.with { fixture in
            var app = AppChange()
            app.bundleIDs = ["com.loki-project.loki-messenger"]
            _ = try await fixture.storage.apps.update("demo", app, actor: .user)
            try await fixture.registry.refresh()
            for payload in payloads {
                for tampered in Self.tampered(payload, &generator) {
                    let status = try await fixture.post(notification: tampered).status
                    #expect((400..<500).contains(status))
                }
            }
            let text = fixture.metrics.rendered()
            #expect(!text.contains("interlock_notifications_total{"))
            for payload in (payloads + payloads).shuffled(using: &generator) {
                #expect(try await fixture.post(notification: payload).status == 200)
            }
        }
    }

    /// A character replaced in every part — a seeded sample of each — and the last one's unused bits.
    static func tampered(
        _ payload: String, _ generator: inout some RandomNumberGenerator
    ) -> [String] {
        let bytes = Array(payload.utf8)
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
        let parts = [0..<dots[0], (dots[0] + 1)..<dots[1], (dots[1] + 1)..<bytes.count]
        var places = parts.flatMap { part in
            (0..<8).map { _ in Int.random(in: part, using: &generator) }
        }
        places.append(bytes.count - 1)
        return places.map { place in
            var changed = bytes
            let value = alphabet.firstIndex(of: bytes[place]) ?? 0
            // The neighbour differs in the lowest bit alone: of the last character it is an unused one.
            changed[place] = alphabet[value ^ 1]
            return String(decoding: changed, as: UTF8.self)
        }
    }
}
