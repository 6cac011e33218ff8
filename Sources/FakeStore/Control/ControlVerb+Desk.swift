internal import Cryptography
internal import StoreSigner

// What is done to the stand-in itself: looks, its clock, and what shall go wrong.
extension ControlVerb {
    static let desk = [
        desk(
            "redeliver", "Deliver transactions again, newly signed, as a device gets them.",
            ControlField.which
        ) { request, desk throws(ControlFailure) in try redeliver(request, desk) },
        desk(
            "app-transaction", "Sign a customer's app transaction.", [.buyer.needed()]
        ) { request, desk throws(ControlFailure) in try appTransaction(request, desk) },
        desk(
            "tick", "Move the store's clock ahead; what falls due happens.",
            [
                ControlField(
                    "seconds", "--seconds", "N", "How far; else to what is due next.",
                    kind: .integer(1...315_360_000))
            ]
        ) { request, desk throws(ControlFailure) in tick(request, desk) },
        desk("state", "Show customers, subscriptions and requests.", []) {
            _, desk throws(ControlFailure) in state(desk)
        },
        desk("sent", "Show notifications and the attempts to send them.", []) {
            _, desk throws(ControlFailure) in sent(desk)
        },
        desk(
            "faults", "Let the next API calls meet a fault; without --kind none any more.",
            [
                ControlField(
                    "kind", "--kind", "WORD",
                    "500, 5000001, 429, 401, 404 or 403 (a proxy's), cut or slow."),
                ControlField(
                    "count", "--count", "N", "How many calls (default 1).",
                    kind: .integer(1...1_000_000)),
                ControlField(
                    "route", "--route", "WORD",
                    "Only of: history, transaction, subscriptions, token, notifications, test."),
                ControlField(
                    "delay_ms", "--delay", "MS", "Of a slow one (default 1000).",
                    kind: .integer(1...600_000)),
            ]
        ) { request, desk throws(ControlFailure) in try faults(request, desk) },
        desk(
            "delivery", "Send twice, out of order, or not at all for a while.",
            [
                ControlField(
                    "duplicates", "--duplicates", "N", "One in N twice; 0 none.",
                    kind: .integer(0...1_000_000)),
                ControlField(
                    "reorder", "--reorder", "N", "One in N held back; 0 none.",
                    kind: .integer(0...1_000_000)),
                ControlField(
                    "hold_back_ms", "--hold-back", "MS", "How long at most.",
                    kind: .integer(1...86_400_000)),
                ControlField("pause", "--pause", "", "Send nothing.", kind: .flag),
                ControlField("resume", "--resume", "", "Send again.", kind: .flag),
            ]
        ) { request, desk throws(ControlFailure) in delivery(request, desk) },
    ]

    private static func redeliver(
        _ request: ControlRequest, _ desk: StoreDesk
    ) throws(ControlFailure) -> ControlAnswer {
        let facts = try desk.with { state throws(ControlFailure) -> [TransactionTemplate] in
            if request.text("transaction_id") == nil, request.text("of_product_id") == nil,
                let buyer = request.text("buyer")
            {
                return state.store.snapshots(of: buyer)
            }
            let id = try request.transactionID(in: state.store)
            do throws(StoreRefusal) { return [try state.store.snapshot(id)] } catch {
                throw .refused(error)
            }
        }
        var answer = ControlAnswer(words: ["\(facts.count) transactions, newly signed"])
        answer.words += facts.map { "  transaction \($0.transactionID) of \($0.productID)" }
        answer.members["transactions"] = .array(
            facts.map { ControlAnswer.entry($0, desk.signer) })
        return answer
    }

    private static func appTransaction(
        _ request: ControlRequest, _ desk: StoreDesk
    ) throws(ControlFailure) -> ControlAnswer {
        let buyer = try request.needed("buyer")
        let facts: AppTransactionTemplate
        do throws(StoreRefusal) {
            facts = try desk.with { state throws(StoreRefusal) in
                state.store.meet(buyer)
                return try state.store.appTransaction(of: buyer)
            }
        } catch { throw .refused(error) }
        var answer = ControlAnswer(
            words: ["\(buyer)'s app transaction is \(facts.appTransactionID ?? "")"])
        answer.members["app_transaction_id"] = facts.appTransactionID.map(JSONValue.string)
        if let jws = try? desk.signer.appTransaction(facts) {
            answer.members["signed_app_transaction"] = .string(jws)
        }
        return answer
    }

    private static func tick(_ request: ControlRequest, _ desk: StoreDesk) -> ControlAnswer {
        let next = desk.nextDue.map { max(1, $0 - desk.machineTime) }
        let wait = request.integer("seconds").map { $0 * 1_000 } ?? next
        guard let wait else { return ControlAnswer(words: ["nothing is due, ever"]) }
        let outcomes = desk.tick(by: wait)
        var answer = ControlAnswer(outcomes, signer: desk.signer)
        answer.words.insert("the store's clock is \(wait) ms further on", at: 0)
        return answer
    }

    private static func faults(
        _ request: ControlRequest, _ desk: StoreDesk
    ) throws(ControlFailure) -> ControlAnswer {
        guard let word = request.text("kind") else {
            desk.with { $0.faults.clear() }
            return ControlAnswer(words: ["no faults any more"])
        }
        guard let kind = FaultPlan.Kind(rawValue: word) else {
            let known = FaultPlan.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badRequest("kind must be one of \(known)")
        }
        let fault = FaultPlan.Fault(
            kind: kind, count: Int(request.integer("count") ?? 1), route: request.text("route"),
            delay: .milliseconds(request.integer("delay_ms") ?? 1_000))
        desk.with { $0.faults.add(fault) }
        return ControlAnswer(
            words: ["the next \(fault.count) calls of \(fault.route ?? "any route"): \(word)"])
    }

    private static func delivery(_ request: ControlRequest, _ desk: StoreDesk) -> ControlAnswer {
        let rules = desk.with { state in
            if let number = request.integer("duplicates") {
                state.log.rules.duplicateOneIn = Int(number)
            }
            if let number = request.integer("reorder") {
                state.log.rules.reorderOneIn = Int(number)
            }
            if let number = request.integer("hold_back_ms") { state.log.rules.holdBack = number }
            if request.flag("pause") { state.log.rules.isPaused = true }
            if request.flag("resume") { state.log.rules.isPaused = false }
            return state.log.rules
        }
        desk.changed()
        return ControlAnswer(
            words: [
                "sending: \(rules.isPaused ? "paused" : "on"), one in \(rules.duplicateOneIn) "
                    + "twice, one in \(rules.reorderOneIn) held back"
            ])
    }
}
