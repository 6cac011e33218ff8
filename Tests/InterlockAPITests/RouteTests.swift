import InterlockAPI
import Testing

@Suite struct RouteTests {
    private let table = RouteTable()

    @Test("Every route is found by its own method and path", arguments: Route.allCases)
    func everyRoute(route: Route) {
        let count = route.template.count { $0 == "{" }
        let path = count == 2 ? route.path("a b/ü", "%") : route.path("a b/ü")
        let match = table.match(method: route.method.rawValue, path: path)
        #expect(match == .route(route, parameters: Array(["a b/ü", "%"].prefix(count))))
    }

    @Test("No two routes have the same method and path")
    func distinct() {
        let lines = Route.allCases.map { "\($0.method.rawValue) \($0.template)" }
        #expect(Set(lines).count == lines.count)
    }

    @Test("HEAD is answered like GET; other methods are told what is allowed")
    func methods() {
        #expect(table.match(method: "HEAD", path: "/v1/state") == .route(.getState, parameters: []))
        #expect(
            table.match(method: "DELETE", path: "/v1/intents")
                == .methodNotAllowed(allow: "GET, HEAD, POST"))
        #expect(
            table.match(method: "get", path: "/v1/intents/x/renew")
                == .methodNotAllowed(allow: "POST"))
    }

    @Test(
        "Other paths are not found",
        arguments: [
            "", "v1/state", "/", "/v1", "/v1/state/", "//v1/state", "/v1//state", "/v1/intents/",
            "/v1/intents//renew", "/v1/intents/%", "/v1/intents/%2", "/v1/intents/%zz",
            "/v1/intents/%ff", "/v1/intents/%00", "/V1/state", "/v1/intents/a/b/c",
        ])
    func notFound(path: String) {
        #expect(table.match(method: "GET", path: path) == .notFound)
    }

    @Test("Percent-encoding survives a round trip, and a query's plus is a space")
    func percent() {
        let text = "a b+c/%ü?&=~-_."
        #expect(PercentCoding.decode(PercentCoding.encode(text)) == text)
        #expect(PercentCoding.encode("a b") == "a%20b")
        #expect(PercentCoding.decode("a+b") == "a+b")
        #expect(PercentCoding.decode("a+b%2B", plusIsSpace: true) == "a b+")
    }

    @Test(
        "Entity tags are found in lists, quoted or not, weak or not",
        arguments: [
            ("\"a\"", true), ("a", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("*", true),
            ("\"b\"", false), ("", false), ("\"a", false), ("\"aa\"", false), ("\"A\"", false),
        ])
    func entityTags(value: String, isNamed: Bool) {
        #expect(EntityTag.list(value, names: "a") == isNamed)
        #expect(EntityTag.list(EntityTag.quoted("a"), names: "a"))
    }
}
