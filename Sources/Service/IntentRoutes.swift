import AppStore
import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Answers the routes of an account's own intents.
enum IntentRoutes {
    typealias Exchange = RouteHandler.Exchange

    /// Reserves: 201 granted, 200 replayed, else the problem that the database found first.
    static func reserve(_ exchange: Exchange) async throws -> HTTPAnswer {
        let caller = try await exchange.caller()
        let body = try exchange.body(ReserveRequest.self)
        let environment = try exchange.environment(body.environment, of: caller.app)
        var risks: [Risk] = []
        if let signed = body.signedAppTransaction {
            risks = try await self.risks(signed, caller, environment, exchange)
        }
        let metadata = try body.metadata.map {
            String(decoding: try WireCoding.encode($0), as: UTF8.self)
        }
        let answer = try await exchange.context.storage.intents.reserve(
            caller.account, device: caller.device, environment: environment,
            productID: body.productID, requestID: body.requestID, metadata: metadata, risks: risks)
        switch answer.outcome {
        case .granted:
            if exchange.context.devices.isNew(caller.account, caller.device) {
                try await exchange.context.storage.devices.note(
                    caller.account, device: caller.device)
            }
            exchange.context.publish(answer.scopeID)
            let intent = try exchange.intent(of: answer)
            let location = Route.getIntent.path(intent.id.wireText)
            return .response(
                try .json(
                    201, IntentEnvelope(intent: intent), headers: [("Location", location)]))
        case .replay:
            return .response(
                try .json(
                    200, IntentEnvelope(intent: try exchange.intent(of: answer)),
                    headers: [("Idempotency-Replayed", "true")]))
        default: throw exchange.refusal(of: answer, caller)
        }
    }

    /// What the store account that the device shows tells: whether another account of the app uses it too.
    private static func risks(
        _ signed: String, _ caller: Caller, _ environment: StoreEnvironment, _ exchange: Exchange
    ) async throws -> [Risk] {
        let shown: AppTransaction
        do { shown = try caller.app.verifier.appTransaction(signed) } catch {
            throw await exchange.unverified(
                error, field: "signed_app_transaction", caller.app, source: "device",
                account: caller.account)
        }
        guard shown.environment == environment else {
            throw Refusal(
                .verificationFailed, "the app transaction is of another environment",
                field: "signed_app_transaction")
        }
        guard let id = shown.appTransactionID, (1...128).contains(id.utf8.count) else { return [] }
        let isInUse = try await exchange.context.storage.storeAccounts.note(
            caller.account, environment, appTransactionID: id)
        return isInUse ? [.storeAccountInUse] : []
    }

    /// Gives one intent.
    static func get(_ exchange: Exchange) async throws -> HTTPAnswer {
        let caller = try await exchange.caller()
        let answer = try await exchange.context.storage.intents.get(
            caller.account, id: try exchange.intentID())
        return try exchange.envelope(answer, caller, accepting: [.found])
    }

    /// Lists intents, the newest first.
    static func list(_ exchange: Exchange) async throws -> HTTPAnswer {
        let caller = try await exchange.caller()
        let query = try exchange.query()
        if let status = query["status"], status != "open" {
            throw Refusal(.invalidRequest, "status must be open", field: "status")
        }
        let limit = try exchange.number("limit", in: query, 1...100, default: 50)
        var intents = try await exchange.context.storage.intents.list(
            caller.account, onlyOpen: query["status"] == "open",
            before: try exchange.cursor(in: query), limit: limit + 1)
        var next: String?
        if intents.count > limit {
            intents.removeLast()
            next = intents.last.map { ListCursor(at: $0.createdAt, id: $0.id).text }
        }
        return .response(try .json(200, IntentList(intents: intents, nextCursor: next)))
    }

    /// Extends a reserved intent.
    static func renew(_ exchange: Exchange) async throws -> HTTPAnswer {
        let caller = try await exchange.caller()
        let answer = try await exchange.context.storage.intents.renew(
            caller.account, device: caller.device, id: try exchange.intentID())
        return try exchange.envelope(answer, caller, accepting: [.renewed])
    }

    /// Gives up a pending intent.
    static func release(_ exchange: Exchange) async throws -> HTTPAnswer {
        let caller = try await exchange.caller()
        let id = try exchange.intentID()
        let body = try exchange.body(ReleaseRequest.self)
        // Refused rather than ignored: who asks for it relies on the protection.
        if let delay = body.lockDelay, delay.seconds > 0 {
            throw Refusal(
                .invalidRequest, "lock_delay is for an administrator's release",
                field: "lock_delay")
        }
        let answer = try await exchange.context.storage.intents.release(
            caller.account, device: caller.device, id: id, reason: body.reason)
        // Another member's: released, and shown to nobody but its own account.
        if answer.outcome == .released, answer.intent?.accountID != caller.account.accountID {
            exchange.context.publish(answer.scopeID)
            return .response(HTTPResponse(status: 204))
        }
        return try exchange.envelope(answer, caller, accepting: [.released])
    }
}
