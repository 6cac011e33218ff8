import Authentication
import Coordination
import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Answers the catalog, read and replaced as a whole.
enum CatalogRoutes {
    typealias Exchange = RouteHandler.Exchange

    /// Gives the document as it was applied; its revision is the etag.
    static func read(_ exchange: Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        guard let entry = try await exchange.context.storage.catalogs.read(appID: holder.app.id)
        else { throw Refusal(.notFound) }
        return .response(response(entry.document, revision: entry.compiled.revision))
    }

    /// Replaces the document that `If-Match` names; `*` replaces whatever is there.
    static func replace(_ exchange: Exchange) async throws -> HTTPAnswer {
        let holder = try exchange.administrator()
        try exchange.checkMediaType()
        guard let match = exchange.request.header("if-match") else {
            throw Refusal(.preconditionRequired, "send If-Match with the ETag of a GET, or *")
        }
        let storage = exchange.context.storage
        var expected: Int64?
        if match != "*" {
            guard let current = try await storage.catalogs.read(appID: holder.app.id),
                EntityTag.list(match, names: String(current.compiled.revision))
            else { throw Refusal(.preconditionFailed) }
            expected = current.compiled.revision
        }
        let catalog = try checked(exchange.request.body)
        let applied = try await storage.catalogs.apply(
            catalog, appID: holder.app.id, expected: expected, actor: holder.actor)
        switch applied {
        case .applied(let revision), .unchanged(let revision):
            try await exchange.context.registry.refresh()
            exchange.context.publishApps()
            return .response(
                response(try WireCoding.encode(catalog.document), revision: revision))
        case .stale: throw Refusal(.preconditionFailed)
        case .notFound: throw Refusal(.notFound)
        }
    }

    private static func checked(_ body: [UInt8]) throws -> Catalog {
        // Bytes that are no JSON are told apart from a document that is wrong.
        _ = try WireCoding.decode(WireValue.self, from: body)
        do { return try Catalog(document: body) } catch {
            throw Refusal(
                .invalidRequest, error.description, field: error.errors.first?.place)
        }
    }

    private static func response(_ document: [UInt8], revision: Int64) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", "application/json"), ("Cache-Control", "no-store"),
                ("ETag", EntityTag.quoted(String(revision))),
            ], body: document)
    }
}
