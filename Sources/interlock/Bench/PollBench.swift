import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import InterlockAPI

/// Parks polls against a running service and measures what they cost and how fast they wake.
struct PollBench: Sendable {
    private let host: String
    private let port: UInt16
    private let key: String
    private let product: String
    private let count: Int
    private let devices: Int
    private let rounds: Int
    private let process: Int64?
    private let account = "bench-\(UUID().uuidString.prefix(8))"

    init(_ invocation: Invocation) throws {
        let url = try invocation.required("--url")
        guard let parts = URL(string: url), let host = parts.host, let port = parts.port else {
            throw invocation.fault("--url must be http://HOST:PORT")
        }
        self.host = host
        self.port = UInt16(clamping: port)
        key = try invocation.required("--key")
        product = try invocation.required("--product")
        count = Int(try invocation.integer("--count", in: 0...15_000) ?? 8_000)
        devices = Int(try invocation.integer("--devices", in: 1...32) ?? 8)
        rounds = Int(try invocation.integer("--rounds", in: 1...10_000) ?? 100)
        process = try invocation.integer("--pid", in: 1...Int64(Int32.max))
    }

    func run() async throws {
        let loop = try EventLoop(name: "bench")
        // The first thousand warm up what is there once: pools, plans, caches.
        let first = min(count, 1_000)
        let crowd = Task(executorPreference: loop) { await park(0..<first, on: loop) }
        try await waitForParked(first, loop)
        try await loop.sleep(for: .seconds(12))
        let before = memory()
        let rest = Task(executorPreference: loop) { await park(first..<count, on: loop) }
        try await waitForParked(count, loop)
        // The service gives free heap back every ten seconds.
        try await loop.sleep(for: .seconds(12))
        if let before, let after = memory(), count > first {
            Output.line("parked polls: \(count)")
            Output.line("bytes per parked poll: \((after - before) / (count - first))")
        }
        try await wake(on: loop)
        crowd.cancel()
        rest.cancel()
        await crowd.value
        await rest.value
        await Offload.run { loop.stop() }
    }

    private func headers(_ account: String, _ device: String) -> [(name: String, value: String)] {
        [
            ("Authorization", "Bearer \(key)"), ("Interlock-Account", account),
            ("Interlock-Device", device), ("Content-Type", "application/json"),
        ]
    }

    /// Each connection asks once, then parks on what it was told, again and again.
    private func park(_ numbers: Range<Int>, on loop: EventLoop) async {
        await withTaskGroup { group in
            for index in numbers {
                group.addTask(executorPreference: loop) {
                    let connection = HTTPConnection(host: host, port: port, on: loop)
                    let headers = headers("\(account)-\(index)", "d")
                    var etag: String?
                    while !Task.isCancelled {
                        let answer = try? await connection.request(
                            .get, Self.path(etag), headers: headers, timeout: .seconds(90))
                        guard let answer else { break }
                        etag = answer.header("ETag") ?? etag
                    }
                    connection.close()
                }
                // A burst of new connections would overflow the listener's queue.
                if index % 64 == 63 { try? await loop.sleep(for: .milliseconds(20)) }
            }
        }
    }

    private static func path(_ etag: String?) -> String {
        guard let etag else { return "/v1/state?environment=Sandbox" }
        let bare = etag.filter { $0 != "\"" }
        return "/v1/state?environment=Sandbox&wait=55&etag=\(bare)"
    }

    private func waitForParked(_ wanted: Int, _ loop: EventLoop) async throws {
        let connection = HTTPConnection(host: host, port: port, on: loop)
        let end = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < end {
            let answer = try await connection.request(.get, "/metrics")
            let text = String(decoding: answer.body, as: UTF8.self)
            let line = text.split(separator: "\n").first { $0.hasPrefix("interlock_parked_polls ") }
            if let line, let value = Int(line.split(separator: " ")[1]), value >= wanted { return }
            try await loop.sleep(for: .milliseconds(20))
        }
        throw CommandFailure.refused("the polls were not parked within 120 s")
    }

    /// Reserves and cancels in turns.
    private func wake(on loop: EventLoop) async throws {
        let actor = HTTPConnection(host: host, port: port, on: loop)
        var watchers: [(connection: HTTPConnection, etag: String)] = []
        for device in 0..<devices {
            let connection = HTTPConnection(host: host, port: port, on: loop)
            let first = try await connection.request(
                .get, Self.path(nil), headers: headers(account, "w\(device)"))
            watchers.append((connection, first.header("ETag") ?? ""))
        }
        var times: [Duration] = []
        var afterAnswer: [Duration] = []
        var intent: String?
        for _ in 0..<rounds {
            let polls = watchers.enumerated().map { device, watcher in
                Task(executorPreference: loop) {
                    await poll(watcher.connection, device, watcher.etag)
                }
            }
            try await waitForParked(count + devices, loop)
            let sent = ContinuousClock.now
            intent = try await change(actor, intent)
            let answered = ContinuousClock.now
            for (device, poll) in polls.enumerated() {
                guard let (etag, at) = await poll.value else {
                    throw CommandFailure.refused("a poll was not woken")
                }
                watchers[device].etag = etag
                times.append(at - sent)
                afterAnswer.append(at - answered)
            }
        }
        Output.line("wake-ups: \(times.count), of \(devices) devices at a time")
        report("from the change's sending", times.sorted())
        report("from the answer to the change", afterAnswer.sorted())
    }

    private func poll(
        _ connection: HTTPConnection, _ device: Int, _ etag: String
    ) async -> (String, ContinuousClock.Instant)? {
        let answer = try? await connection.request(
            .get, Self.path(etag), headers: headers(account, "w\(device)"), timeout: .seconds(90))
        guard let answer, answer.status == 200 else { return nil }
        return (answer.header("ETag") ?? "", ContinuousClock.now)
    }

    private func report(_ what: String, _ times: [Duration]) {
        let (p50, p99) = (times[times.count / 2], times[times.count * 99 / 100])
        Output.line(
            "\(what): p50 \(Self.milliseconds(p50)) ms, p99 \(Self.milliseconds(p99)) ms")
    }

    /// Reserves, or cancels what was reserved; gives the open intent's id.
    private func change(_ connection: HTTPConnection, _ intent: String?) async throws -> String? {
        let path: String
        let body: String
        if let intent {
            path = "/v1/intents/\(intent)/result"
            body = "{\"result\":\"cancelled\"}"
        } else {
            path = "/v1/intents"
            body = """
                {"product_id":"\(product)","request_id":"\(UUID().uuidString)",\
                "environment":"Sandbox"}
                """
        }
        let answer = try await connection.request(
            .post, path, headers: headers(account, "actor"), body: Array(body.utf8))
        guard answer.status < 300 else {
            throw CommandFailure.refused(String(decoding: answer.body, as: UTF8.self))
        }
        if intent != nil { return nil }
        return try WireCoding.decode(IntentEnvelope.self, from: answer.body).intent.id.wireText
    }

    private func memory() -> Int? {
        guard let process,
            let text = try? String(
                contentsOf: URL(filePath: "/proc/\(process)/status"), encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
        else { return nil }
        return kilobytes * 1_024
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1_000 + (Double(attoseconds) / 1e13).rounded() / 100
    }
}
