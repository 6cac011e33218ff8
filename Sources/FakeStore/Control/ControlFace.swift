internal import Cryptography
internal import HTTPServer

/// Lets a person or a test act on the store: `POST /control/VERB` with a JSON object.
struct ControlFace: Sendable {
    let desk: StoreDesk

    func add(to router: inout HTTPRouter) {
        for verb in ControlVerb.all {
            router.on(.post, "/control/\(verb.name)", name: "control") { request in
                .response(answer(verb, request.body))
            }
        }
        router.on(.get, "/control", name: "control") { _ in .response(Self.list) }
    }

    private func answer(_ verb: ControlVerb, _ body: [UInt8]) -> HTTPResponse {
        do throws(ControlFailure) {
            return .json(try run(verb, body).json)
        } catch {
            return .json(["error": .string(error.description)], status: error.status)
        }
    }

    private func run(
        _ verb: ControlVerb, _ body: [UInt8]
    ) throws(ControlFailure) -> ControlAnswer {
        var members: [String: JSONValue] = [:]
        if !body.isEmpty {
            guard let given = try? JSONReader.read(body).object else {
                throw .badRequest("the body must be a JSON object")
            }
            members = given
        }
        let request = try ControlRequest(members, for: verb.fields)
        switch verb.effect {
        case .desk(let body): return try body(request, desk)
        case .act(let make):
            let act = try desk.with { state throws(ControlFailure) in
                try make(request, state.store)
            }
            do throws(StoreRefusal) {
                return ControlAnswer([try desk.perform(act)], signer: desk.signer)
            } catch { throw .refused(error) }
        }
    }

    /// What there is, for whoever asks without a manual.
    private static let list = HTTPResponse.json([
        "purpose": "A stand-in store for tests. Its signatures count only where its root does.",
        "verbs": .object(
            Dictionary(
                uniqueKeysWithValues: ControlVerb.all.map { verb in
                    (
                        verb.name,
                        [
                            "summary": .string(verb.summary),
                            "fields": .array(verb.fields.map { .string($0.name) }),
                        ]
                    )
                })),
    ])
}
