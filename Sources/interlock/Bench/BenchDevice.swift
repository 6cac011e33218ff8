import FoundationEssentials
import HTTPClient
import InterlockAPI

/// A device of an account that is measured: it acts, or waits for its state to differ.
struct BenchDevice: Sendable {
    /// What a poll was answered, still to be read, and when the answer was here.
    struct Woken: Sendable {
        let etag: String
        let at: Int64
        let body: [UInt8]

        func state() throws -> StateDocument {
            try WireCoding.decode(StateDocument.self, from: body)
        }
    }

    private let headers: [(name: String, value: String)]
    private let connection: HTTPConnection

    /// Speaks on a connection that one other device at a time may use too.
    init(
        _ account: String, _ device: String, _ target: BenchTarget, _ connection: HTTPConnection
    ) {
        headers = target.headers(account, device)
        self.connection = connection
    }

    /// The state as it is.
    func state() async throws -> StateDocument { try await ask(after: nil).state() }

    /// Parks until the state is not the one that was seen.
    func next(after etag: String) async throws -> Woken { try await ask(after: etag) }

    /// Parks, again and again, until the state is as wanted.
    func next(
        after etag: String, until isWanted: @Sendable (StateDocument) -> Bool
    ) async throws -> Woken {
        var woken = try await next(after: etag)
        while !isWanted(try woken.state()) { woken = try await next(after: woken.etag) }
        return woken
    }

    func reserve(_ product: String) async throws -> Intent {
        let wish = ReserveRequest(
            productID: product, requestID: UUID().uuidString, environment: .sandbox)
        return try await post(Route.createIntent.path(), wish, as: IntentEnvelope.self).intent
    }

    func report(_ intent: Intent, _ report: ReportRequest) async throws -> Intent {
        let path = Route.reportIntent.path(intent.id.wireText)
        return try await post(path, report, as: IntentEnvelope.self).intent
    }

    func release(_ intent: Intent) async throws -> Intent {
        let path = Route.releaseIntent.path(intent.id.wireText)
        return try await post(path, ReleaseRequest(reason: "bench"), as: IntentEnvelope.self).intent
    }

    /// Uploads a signed transaction, which must be recorded.
    func upload(_ signed: String) async throws -> TransactionResult {
        let answer = try await post(
            Route.uploadTransactions.path(), TransactionUpload(signedTransactions: [signed]),
            as: TransactionResults.self)
        guard let result = answer.results.first, result.outcome == .recorded else {
            throw CommandFailure.refused(
                "the transaction was not recorded: \(answer.results.first?.code ?? "no result"); "
                    + "does the app trust the root of --store?")
        }
        return result
    }

    private func ask(after etag: String?) async throws -> Woken {
        while true {
            let answer = try await connection.request(
                .get, BenchTarget.statePath(after: etag), headers: headers, timeout: .seconds(90))
            let at = BenchTimes.now
            if answer.status == 304 { continue }
            try Self.check(answer)
            return Woken(etag: answer.header("ETag") ?? "", at: at, body: answer.body)
        }
    }

    private func post<Answer: Decodable>(
        _ path: String, _ body: some Encodable, as type: Answer.Type
    ) async throws -> Answer {
        let answer = try await connection.request(
            .post, path, headers: headers, body: try WireCoding.encode(body))
        try Self.check(answer)
        return try WireCoding.decode(type, from: answer.body)
    }

    private static func check(_ answer: HTTPClientResponse) throws {
        guard answer.status < 300 else {
            throw CommandFailure.refused(
                "\(answer.status): \(String(decoding: answer.body, as: UTF8.self))")
        }
    }
}
