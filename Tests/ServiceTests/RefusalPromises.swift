import EventLoop
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

@testable import Service

@Suite("Refusals before the end of a request")
struct RefusalPromises {
    /// A reserve whose body is larger than the route takes.
    private static func reserveTooMuch(_ device: Device) async throws -> HTTPClientResponse {
        try await device.reserve(String(repeating: "p", count: 70_000))
    }

    @Test func `a body beyond the cap gets its 413, and the device goes on`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            for round in 0..<20 {
                let refused = try await Self.reserveTooMuch(phone)
                #expect(refused.status == 413 && refused.code == "payload_too_large")
                #expect(refused.header("content-type") == "application/problem+json")
                let granted = try await phone.reserve("monthly", request: "r1")
                #expect(granted.status == (round == 0 ? 201 : 200), "\(granted.text)")
            }
        }
    }

    @Test func `many devices that send too much at once all get their 413`() async throws {
        try await ServiceFixture.with { fixture in
            try await withThrowingTaskGroup { group in
                for number in 0..<40 {
                    let device = try fixture.device("ann", "device-\(number)")
                    group.addTask { try await Self.reserveTooMuch(device).code }
                }
                for try await code in group { #expect(code == "payload_too_large") }
            }
            let phone = try fixture.device("ann", "phone")
            #expect(try await phone.reserve("monthly").status == 201)
        }
    }
}
