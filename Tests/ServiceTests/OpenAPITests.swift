import HTTPClient
import InterlockAPI
import Testing

@testable import Service

@Suite("The OpenAPI document")
struct OpenAPITests {
    private var document: [String: WireValue] {
        get throws {
            let value = try WireCoding.decode(WireValue.self, from: OpenAPIDocument.bytes)
            guard case .object(let members) = value else { return [:] }
            return members
        }
    }

    private func references(in value: WireValue) -> Set<String> {
        switch value {
        case .object(let members):
            var found = Set(members.values.flatMap(references))
            if case .string(let target)? = members["$ref"] { found.insert(target) }
            return found
        case .array(let elements): return Set(elements.flatMap(references))
        default: return []
        }
    }

    @Test func `every route and every word of it is there`() throws {
        guard case .object(let paths)? = try document["paths"] else {
            Issue.record("no paths")
            return
        }
        for route in Route.allCases {
            guard case .object(let operations)? = paths[route.template] else {
                Issue.record("no path \(route.template)")
                continue
            }
            #expect(operations[route.method.rawValue.lowercased()] != nil, "\(route)")
        }
        #expect(paths["/v1/admin/catalog"] != nil)
    }

    @Test func `every schema that is named is there`() throws {
        let named = references(in: .object(try document))
        #expect(!named.isEmpty)
        for target in named {
            let name = target.split(separator: "/").last.map(String.init) ?? ""
            #expect(OpenAPISchemas.all[name] != nil, "\(target)")
        }
    }

    @Test func `what the service answers has the members that the document requires`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            _ = try await phone.granted("monthly")
            let state = try await phone.send(.get, "/v1/state")
            try check(try state.read(WireValue.self), "StateDocument")
            let refused = try await phone.post("/v1/intents", "{\"product_id\":7}")
            try check(try refused.read(WireValue.self), "Problem")
            let document = try await phone.send(.get, "/openapi.json")
            #expect(document.status == 200)
            #expect(document.body == OpenAPIDocument.bytes)
        }
    }

    /// Checks members by name, through references.
    private func check(_ value: WireValue, _ name: String) throws {
        guard case .object(let schema)? = OpenAPISchemas.all[name],
            case .object(let properties)? = schema["properties"],
            case .array(let required)? = schema["required"], case .object(let members) = value
        else { return }
        for case .string(let member) in required {
            #expect(members[member] != nil, "\(name).\(member) is missing")
        }
        for (member, value) in members {
            #expect(properties[member] != nil, "\(name).\(member) is not in the document")
            guard let property = properties[member] else { continue }
            for target in references(in: property) {
                let inner = target.split(separator: "/").last.map(String.init) ?? ""
                if case .array(let elements) = value {
                    for element in elements { try check(element, inner) }
                } else if value != .null {
                    try check(value, inner)
                }
            }
        }
    }
}
