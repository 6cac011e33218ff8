import HTTPServer
import InterlockAPI

/// Makes the OpenAPI 3.1 document from the table of routes, so that no route is missing in it.
enum OpenAPIDocument {
    /// The document as JSON; the same for every request.
    static let bytes: [UInt8] = (try? WireCoding.encode(document)) ?? []

    /// Answers `GET /openapi.json`.
    static func read(_ exchange: RouteHandler.Exchange) async throws -> HTTPAnswer {
        .response(
            HTTPResponse(
                status: 200,
                headers: [
                    ("Content-Type", "application/json"), ("Cache-Control", "max-age=300"),
                ], body: bytes))
    }

    private static let document: WireValue = .object([
        "openapi": .string("3.1.0"),
        "info": .object([
            "title": .string("Interlock"), "version": .string("1"),
            "description": .string(
                """
                Keeps two devices of one account or family from buying conflicting things at once. Times are \
                RFC 3339 in UTC; refusals are RFC 9457 problems with a stable `code`.
                """),
        ]),
        "paths": paths,
        "components": .object([
            "schemas": .object(OpenAPISchemas.all),
            "securitySchemes": .object([
                "clientToken": .object([
                    "type": .string("http"), "scheme": .string("bearer"),
                    "bearerFormat": .string("JWT"),
                ]),
                "key": .object([
                    "type": .string("http"), "scheme": .string("bearer"),
                    "bearerFormat": .string("ilk_…"),
                ]),
            ]),
        ]),
    ])

    private static var paths: WireValue {
        var paths: [String: [String: WireValue]] = [:]
        for route in Route.allCases {
            paths[route.template, default: [:]][route.method.rawValue.lowercased()] = operation(
                route.rawValue, route.template, OpenAPIOperation(route))
        }
        for (method, operation) in OpenAPIOperation.catalog {
            paths["/v1/admin/catalog", default: [:]][method] = self.operation(
                method + "Catalog", "/v1/admin/catalog", operation)
        }
        return .object(paths.mapValues(WireValue.object))
    }

    private static func operation(
        _ name: String, _ template: String, _ operation: OpenAPIOperation
    ) -> WireValue {
        var members: [String: WireValue] = [
            "operationId": .string(name), "summary": .string(operation.summary),
            "security": .array(
                operation.schemes.map { .object([$0: .array([])]) }),
            "responses": .object(responses(operation)),
        ]
        let inPath = template.split(separator: "/").filter { $0.first == "{" }.map {
            parameter(String($0.dropFirst().dropLast()), "path")
        }
        // Which account a key acts for; a client token says it by itself.
        let forWhom =
            operation.schemes.contains("clientToken")
            ? ["Interlock-Account", "Interlock-Device"] : []
        let parameters =
            inPath + operation.query.map { parameter($0, "query") }
            + (operation.headers + forWhom).map { parameter($0, "header") }
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        if let body = operation.body {
            members["requestBody"] = .object([
                "required": .bool(true), "content": content("application/json", body),
            ])
        }
        return .object(members)
    }

    private static func responses(_ operation: OpenAPIOperation) -> [String: WireValue] {
        var responses: [String: WireValue] = [
            "default": .object([
                "description": .string("a refusal"),
                "content": content(Problem.mediaType, "Problem"),
            ])
        ]
        for (status, text) in operation.statuses {
            var response: [String: WireValue] = ["description": .string(text)]
            if let answer = operation.answer, status < 300 {
                response["content"] = content("application/json", answer)
            }
            responses[String(status)] = .object(response)
        }
        return responses
    }

    private static func parameter(_ name: String, _ place: String) -> WireValue {
        .object([
            "name": .string(name), "in": .string(place), "required": .bool(place == "path"),
            "schema": .object(["type": .string("string")]),
        ])
    }

    private static func content(_ type: String, _ schema: String) -> WireValue {
        .object([type: .object(["schema": OpenAPISchemas.reference(schema)])])
    }
}
