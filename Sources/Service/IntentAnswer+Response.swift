import AppStore
import HTTPServer
import InterlockAPI
import Storage

// How outcomes of intents look over HTTP.
extension RouteHandler.Exchange {
    /// Shows the intent of an accepted outcome, and wakes the scope's devices; else refuses.
    func envelope(
        _ answer: IntentAnswer, _ caller: Caller, accepting outcomes: Set<IntentOutcome>
    ) throws -> HTTPAnswer {
        guard outcomes.contains(answer.outcome) else { throw refusal(of: answer, caller) }
        if answer.outcome != .found { context.publish(answer.scopeID) }
        return .response(try .json(200, IntentEnvelope(intent: try intent(of: answer))))
    }

    func intent(of answer: IntentAnswer) throws -> Intent {
        guard let intent = answer.intent else {
            throw StorageError.defect("\(answer.outcome) without an intent")
        }
        return intent
    }

    /// Makes the refusal of an outcome; the scope's devices are woken where it changed something.
    func refusal(of answer: IntentAnswer, _ caller: Caller) -> any Error {
        func holder() -> Holder? { answer.holder(for: caller.account, device: caller.device) }
        switch answer.outcome {
        case .requestIDReused: return Refusal(.requestIDReused, field: "request_id")
        case .unknownProduct: return Refusal(.unknownProduct, field: "product_id")
        case .owned:
            return Refusal(
                .owned, owned: answer.owned(for: caller.account), intent: own(answer, caller))
        case .locked: return Refusal(.locked, holder: holder())
        case .tooManyOpen: return Refusal(.tooManyOpen)
        case .lockLost:
            context.publish(answer.scopeID)
            return Refusal(.lockLost, holder: holder())
        case .intentClosed: return Refusal(.intentClosed, intent: own(answer, caller))
        case .notRenewable: return Refusal(.notRenewable, intent: own(answer, caller))
        case .notPending: return Refusal(.notPending, intent: own(answer, caller))
        case .transactionMismatch:
            context.publish(answer.scopeID)
            return Refusal(.transactionMismatch, intent: own(answer, caller))
        case .notFound: return Refusal(.notFound)
        default: return StorageError.defect("unexpected outcome \(answer.outcome)")
        }
    }

    /// Refuses what does not verify; the reason is ours, never the message's.
    func unverified(
        _ error: VerificationError, field: String, _ app: RegisteredApp?, source: String,
        account: AccountName? = nil
    ) async -> Refusal {
        context.metrics.count(unverified: error.code)
        if let app {
            await context.unverified.note(app, source: source, code: error.code, account: account)
        }
        let reason = error.reason.isEmpty ? "" : ": \(error.reason)"
        return Refusal(.verificationFailed, error.code + reason, field: field)
    }

    /// Never another account's intent.
    private func own(_ answer: IntentAnswer, _ caller: Caller) -> Intent? {
        answer.intent.flatMap { $0.accountID == caller.account.accountID ? $0 : nil }
    }
}
