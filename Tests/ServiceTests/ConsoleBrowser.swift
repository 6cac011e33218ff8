import FoundationEssentials
import HTTPClient
import InterlockAPI
import Testing

@testable import Service

/// A browser without scripts: it keeps cookies, fills forms, and follows nothing by itself.
struct ConsoleBrowser {
    private let device: Device
    private(set) var cookies: [String: String] = [:]
    /// The page shown last, whose form is filled next.
    private(set) var page = ""

    init(_ fixture: ServiceFixture) { device = fixture.caller(nil) }

    @discardableResult
    mutating func get(
        _ path: String, headers: [(name: String, value: String)] = []
    ) async throws -> HTTPClientResponse {
        try await send(.get, path, headers, [])
    }

    /// Sends the fields with those that the last page's form hides; `hidden` overrides them, nil leaves one out.
    /// `more` are those that come several times.
    @discardableResult
    mutating func post(
        _ path: String, _ fields: [String: String] = [:], hidden: [String: String?] = [:],
        more: [(name: String, value: String)] = [], headers: [(name: String, value: String)] = []
    ) async throws -> HTTPClientResponse {
        var all = fields
        for name in ["form_token", "seen", "next", "document", "key_id"] where all[name] == nil {
            all[name] = hidden[name] ?? field(name)
        }
        let pairs = all.map { ($0, $1) } + more.map { ($0.name, $0.value) }
        let body = pairs.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
        let type = (name: "Content-Type", value: "application/x-www-form-urlencoded")
        return try await send(.post, path, headers + [type], Array(body.utf8))
    }

    @discardableResult
    mutating func signIn(
        _ key: String, headers: [(name: String, value: String)] = []
    ) async throws -> HTTPClientResponse {
        try await get("/admin/sign-in")
        return try await post("/admin/sign-in", ["key": key], headers: headers)
    }

    /// The value of a hidden field of the last page.
    func field(_ name: String) -> String? {
        page.split(separator: "name=\"\(name)\" value=\"", maxSplits: 1).dropFirst().first?
            .split(separator: "\"", maxSplits: 1).first.map(unescaped)
    }

    mutating func set(_ cookie: String, _ value: String?) { cookies[cookie] = value }

    private mutating func send(
        _ method: HTTPConnection.Method, _ path: String,
        _ headers: [(name: String, value: String)], _ body: [UInt8]
    ) async throws -> HTTPClientResponse {
        let cookie = cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        let response = try await device.send(
            method, path, headers: headers + (cookie.isEmpty ? [] : [("Cookie", cookie)]),
            body: body)
        for header in response.headers where header.name.lowercased() == "set-cookie" {
            let pair = header.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            cookies[String(pair[0])] = pair.count > 1 ? String(pair[1]) : nil
        }
        page = response.text
        return response
    }
}

/// The tags of a page that the console doesn't make, by their names or those of their attributes.
func foreignMarkup(in page: String) -> [String] {
    let known = Set(HTMLTag.allCases.map(\.rawValue) + ["!DOCTYPE"])
    let attributes: Set = [
        "action", "autocomplete", "autofocus", "charset", "checked", "class", "content", "datetime",
        "for", "href", "html",
        "id", "label", "lang", "maxlength", "spellcheck", "aria-invalid", "method", "name", "rel",
        "required", "role", "rows", "scope",
        "selected", "type", "value", "aria-current", "data-label", "placeholder",
        "aria-describedby", "aria-label",
        "title", "src", "defer", "viewBox", "d", "x", "y", "aria-labelledby", "aria-hidden",
        "aria-live", "data-live", "data-zone", "data-app", "data-updated", "data-held",
        "data-failed",
        "data-ended",
    ]
    return page.split(separator: "<").compactMap { part in
        let tag = part.prefix { $0 != ">" }
        // Every other piece between the quotes is outside of them.
        let outside = tag.split(separator: "\"", omittingEmptySubsequences: false)
            .enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        let words = outside.joined().split { $0 == " " || $0 == "=" || $0 == "/" }
        let isOurs =
            words.first.map { known.contains(String($0)) } == true
            && words.dropFirst().allSatisfy { attributes.contains(String($0)) }
        return isOurs ? nil : String(tag)
    }
}
