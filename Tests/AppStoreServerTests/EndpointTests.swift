import AppStoreServer
import InterlockAPI
import Testing

@Suite("Endpoints")
struct EndpointTests {
    @Test(
        "https is taken for any host, http for this machine",
        arguments: [
            ("https://api.storekit.apple.com", "api.storekit.apple.com", 443),
            ("https://API.storekit.apple.com/", "api.storekit.apple.com", 443),
            ("https://store.test:8443", "store.test:8443", 8_443),
            ("http://127.0.0.1:80", "127.0.0.1", 80), ("http://127.9.9.9:5", "127.9.9.9:5", 5),
            ("http://localhost:8080", "localhost:8080", 8_080),
            ("HTTP://[::1]:8080/", "[::1]:8080", 8_080),
            ("https://[2001:db8::1]", "[2001:db8::1]", 443),
        ])
    func taken(url: String, authority: String, port: UInt16) throws {
        let endpoint = try StoreEndpoint(url)
        #expect(endpoint.authority == authority)
        #expect(endpoint.port == port)
        #expect(endpoint.isSecure == url.lowercased().hasPrefix("https"))
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "api.storekit.apple.com", "ftp://a", "https://", "https://:443", "https://a:0",
            "https://a:65536", "https://a:+1", "https://a:1:2", "https://a/path", "https://a?b",
            "https://a#b", "https://user@a", "https://a b", "http://api.storekit.apple.com",
            "http://10.0.0.1", "http://127.0.0.1.example.com", "http://127.1.example.com",
            "http://localhost.example.com", "http://127.0.0.999", "https://[::1", "https://[a]",
            "https://[::1]x", "https://[::1]:", "https://ä.example",
        ])
    func refused(url: String) {
        #expect(throws: StoreEndpoint.Failure.self) { try StoreEndpoint(url) }
    }

    @Test("the store's own hosts are the defaults")
    func defaults() {
        let endpoints = StoreServerConfiguration().endpoints
        #expect(endpoints[.production]?.description == "https://api.storekit.apple.com")
        #expect(endpoints[.sandbox]?.description == "https://api.storekit-sandbox.apple.com")
    }
}
