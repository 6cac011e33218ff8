import AppStore
import HTTPClient
import InterlockAPI
import StoreSigner
import TestSupport
import Testing

// A database in which every field that somebody else fills is a trap. Each field's text begins with a mark of
// its own, so that one that a page does not show can be told from one that it shows as text.
extension ConsoleStage {
    static let trapMarks = [
        "account", "device", "request", "metadata", "product", "label", "error", "reason",
        "transaction2", "resolution", "sold", "set",
    ]

    /// A catalog with a product and a set that are traps.
    static var trapCatalog: WireValue {
        var products: [WireValue] = [
            [
                "product_id": .string(trap("sold")), "kind": "consumable",
                "exclusion_sets": .array([.string(trap("set"))]),
            ]
        ]
        let known = try? WireCoding.decode(WireValue.self, from: Array(catalog.utf8))
        products += known?["products"]?.elements ?? []
        return ["products": .array(products)]
    }

    /// The text of one field.
    static func trap(_ mark: String) -> String { mark + Trap.text }

    /// Fills the fields; gives an intent that is stuck, and a key whose label is a trap.
    func setTraps() async throws -> (intent: Intent, key: String) {
        let key = try await makeKey("admin", label: Self.trap("label"))
        try await replaceCatalog(Self.trapCatalog)
        let phone = try await device(Self.trap("account"), Self.trap("device"))
        try await giveUp(phone)
        try await fail(phone)
        for number in 1...2 { try await dispute(phone, number, key) }
        let intent = try await phone.granted(
            "notes.pro.monthly", request: Self.trap("request"),
            metadata: [Self.trap("name"): .string(Self.trap("metadata"))])
        try await phone.told(intent, ReportRequest(result: .pending, reason: .askToBuy))
        try await age(intent, by: "40 hours")
        return (intent, key)
    }

    /// An account takes back what it waits for, and says why.
    private func giveUp(_ phone: Caller) async throws {
        let intent = try await phone.granted("notes.coins.100")
        try await phone.told(intent, ReportRequest(result: .pending, reason: .unknown))
        let answer = try await phone.post(
            "/v1/intents/\(intent.id.wireText)/release",
            ReleaseRequest(reason: Self.trap("reason")))
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// The store refuses, and the device tells what it said.
    private func fail(_ phone: Caller) async throws {
        let intent = try await phone.granted("notes.coins.100")
        try await phone.told(
            intent, ReportRequest(result: .failed, error: Self.trap("error")))
    }

    /// Two accounts upload the same purchase; the first incident of that is resolved.
    private func dispute(_ phone: Caller, _ number: Int, _ key: String) async throws {
        let template = TransactionTemplate(
            transactionID: Self.trap("transaction\(number)"), bundleID: Self.bundleID,
            productID: Self.trap("product"), purchaseDate: StoreDate.now.milliseconds)
        let signed = try signer.transaction(template)
        let other = try await device("other" + Self.trap("account"), "tablet")
        try await phone.upload([signed])
        try await other.upload([signed])
        guard number == 1 else { return }
        let person = caller(key)
        let list = try await person.send(.get, "/v1/admin/incidents").read(IncidentList.self)
        let incident = try #require(list.incidents.first)
        let answer = try await person.post(
            "/v1/admin/incidents/\(incident.id)/resolve",
            ResolveRequest(reason: Self.trap("resolution")))
        #expect(answer.status == 200, "\(answer.text)")
    }
}
