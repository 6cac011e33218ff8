import InterlockAPI

/// Carries a problem to its answer, with the header fields that belong to it.
struct Refusal: Error {
    var problem: Problem
    var headers: [(name: String, value: String)] = []

    init(
        _ code: ProblemCode, _ detail: String? = nil, field: String? = nil,
        holder: Holder? = nil, owned: OwnedProduct? = nil, intent: Intent? = nil,
        headers: [(name: String, value: String)] = []
    ) {
        problem = Problem(
            code, detail, field: field, holder: holder, owned: owned, intent: intent)
        self.headers = headers
    }

    init(_ error: WireError) { problem = error.problem }
}
