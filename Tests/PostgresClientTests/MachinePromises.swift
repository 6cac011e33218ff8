import TestSupport
import Testing

@testable import PostgresClient

@Suite("Protocol")
struct MachinePromises {
    static let failure = PostgresServerError(
        sqlState: "22012", severity: "ERROR", message: "m", detail: nil, hint: nil, context: nil,
        schema: nil, table: nil, column: nil, constraint: nil)

    static func run(
        _ steps: ExchangeMachine.Steps, _ events: [ExchangeMachine.Event]
    ) -> ([ExchangeMachine.Action], String?) {
        var machine = ExchangeMachine(steps)
        return (events.map { machine.receive($0) }, machine.failure?.sqlState)
    }

    @Test("answers are matched to their messages in order")
    func answersAreMatched() {
        let (actions, failure) = Self.run(
            [.begin, .prepare, .describe],
            [.success, .boundary, .success, .boundary, .success, .boundary, .synced])
        #expect(
            actions == [
                .accept(.begin), .wait, .accept(.prepare), .wait, .accept(.describe), .wait,
                .complete,
            ])
        #expect(failure == nil)
    }

    @Test("the first failure is kept while the rest is skipped")
    func failuresAreKept() {
        let (actions, failure) = Self.run(
            [.begin, .execute],
            [.failure(Self.failure), .boundary, .skipped, .boundary, .synced])
        #expect(actions == [.wait, .wait, .wait, .wait, .complete])
        #expect(failure == "22012")
    }

    @Test("what comes out of order is a violation, and nothing traps")
    func disorderIsAViolation() {
        #expect(Self.run([.execute], [.synced]).0 == [.violation])
        #expect(Self.run([], [.success]).0 == [.violation])
        #expect(Self.run([], [.boundary]).0 == [.violation])
        #expect(Self.run([], [.skipped]).0 == [.violation])
        var random = Seed.make().generator()
        let events: [ExchangeMachine.Event] = [
            .success, .failure(Self.failure), .skipped, .boundary, .synced,
        ]
        for _ in 0..<2_000 {
            var machine = ExchangeMachine(.init(rawValue: UInt8.random(in: 0...15, using: &random)))
            for _ in 0..<8 {
                guard let event = events.randomElement(using: &random) else { continue }
                if machine.receive(event) == .complete { #expect(machine.pending.isEmpty) }
            }
        }
    }

    @Test("random bytes of any type decode to something or nil, and never trap")
    func randomBytesNeverTrap() {
        var random = Seed.make().generator()
        let types: [UInt32] = [
            16, 17, 18, 19, 20, 21, 23, 25, 26, 114, 700, 701, 1114, 1184, 2950, 3802, 5069, 1009,
            1016, 2951, 1185, 1000, 90_000,
        ]
        for _ in 0..<20_000 {
            let type = PostgresType(rawValue: types.randomElement(using: &random) ?? 25)
            var bytes = (0..<Int.random(in: 0...48, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            // Half of them begin like an array, so that its lengths are read too.
            if Bool.random(using: &random) {
                let head: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 25, 0, 0, 0, 2, 0, 0, 0, 1]
                bytes = head + bytes
            }
            bytes.withUnsafeBytes { bytes in
                _ = PostgresBinary.bool(bytes, type)
                _ = PostgresBinary.integer(bytes, type)
                _ = PostgresBinary.double(bytes, type)
                _ = PostgresBinary.text(bytes, type)
                _ = PostgresBinary.json(bytes, type)
                _ = PostgresBinary.uuid(bytes, type)
                _ = PostgresBinary.timestamp(bytes, type)
                if let items = PostgresBinary.array(bytes, type, PostgresBinary.text) {
                    #expect(items.count <= bytes.count)
                }
            }
        }
    }

    @Test("pauses between attempts grow under their bound, never to nothing")
    func pausesGrow() {
        var random = Seed.make().generator()
        var backoff = Backoff(base: .milliseconds(50), limit: .seconds(5))
        for attempt in 0..<40 {
            let pause = backoff.fail(using: &random)
            let bound = min(Duration.milliseconds(50) * (1 << min(attempt, 20)), .seconds(5))
            #expect(pause <= bound && pause >= bound / 11)
        }
    }
}
