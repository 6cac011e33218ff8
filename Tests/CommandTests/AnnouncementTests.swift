import EventLoop
import HTTPClient
import InterlockAPI
import TestSupport
import Testing

/// What is done at the command line wakes the devices that wait on the running service.
@Suite struct AnnouncementTests {
    @Test("A parked poll answers after `locks release` and after `catalog apply`")
    func commandsWake() async throws {
        try await CommandStage.with { stage in
            let phone = try await stage.token("ada", "phone")
            let tablet = try await stage.token("ada", "tablet")
            try await withLoop { loop in
                func connection() -> HTTPConnection {
                    HTTPConnection(host: "127.0.0.1", port: stage.port, on: loop)
                }
                let (acts, waits, looks) = (connection(), connection(), connection())
                let intent = try await stage.reserve("monthly", phone, acts)
                let locked = try await state(tablet, nil, waits)
                #expect(locked.products.map(\.status) == [.locked, .locked])

                async let released = state(tablet, locked.etag, waits)
                try await parked(looks)
                try await stage.run(
                    "locks release \(intent.id.wireText) --app notes --reason ticket-12")
                let free = try await released
                #expect(free.products.map(\.status) == [.available, .available])

                async let applied = state(tablet, free.etag, waits)
                try await parked(looks)
                let more = #"{"product_id": "coins", "kind": "consumable"}"#
                let catalog = try stage.catalog(CommandStage.products + "," + more)
                try await stage.run("catalog apply \(catalog) --app notes")
                #expect(try await applied.products.map(\.productID).contains("coins"))
                for used in [acts, waits, looks] { used.close() }
            }
        }
    }

    /// The state; with an etag once it differs.
    private func state(
        _ token: String, _ etag: String?, _ connection: HTTPConnection
    ) async throws -> StateDocument {
        let path = etag.map { "/v1/state?wait=50&etag=\($0)" } ?? "/v1/state"
        let answer = try await connection.request(
            .get, path, headers: [("Authorization", "Bearer \(token)")], timeout: .seconds(60))
        #expect(answer.status == 200)
        return try WireCoding.decode(StateDocument.self, from: answer.body)
    }

    private func parked(_ connection: HTTPConnection) async throws {
        try await eventually("a poll is parked") {
            let answer = try await connection.request(.get, "/metrics")
            return String(decoding: answer.body, as: UTF8.self)
                .contains("\ninterlock_parked_polls 1\n")
        }
    }
}
