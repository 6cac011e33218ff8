import EventLoop
import HTTPClient
import Synchronization

/// Reads the console as a browser does: signed in, by a cookie, over one connection.
final class ConsoleReader: Sendable {
    private static let formHeaders = [
        (name: "Content-Type", value: "application/x-www-form-urlencoded")
    ]

    private let target: BenchTarget
    private let connection: HTTPConnection
    private let cookies = Mutex<[String: String]>([:])

    init(_ target: BenchTarget, on loop: EventLoop) {
        self.target = target
        connection = target.connection(on: loop)
    }

    /// Opens a session with the key.
    func signIn() async throws {
        let form = try Self.form(of: try await get("/admin/sign-in"))
        let answer = try await send(
            .post, "/admin/sign-in", Self.formHeaders, "\(form)&key=\(target.key)")
        guard answer.status == 303 else {
            throw CommandFailure.refused("/admin/sign-in: \(answer.status): the key is refused")
        }
    }

    @discardableResult
    func get(_ path: String) async throws -> String { try await show(path) }

    /// Gives a page, or what a form of it leads to; a search that found one thing is led there, which counts as
    /// its page.
    @discardableResult
    func show(_ path: String, form: String? = nil) async throws -> String {
        let answer =
            if let form {
                try await send(.post, path, Self.formHeaders, form)
            } else {
                try await send(.get, path, [], "")
            }
        guard answer.status == 200 || answer.status == 303 else {
            throw CommandFailure.refused("\(path): \(answer.status)")
        }
        return String(decoding: answer.body, as: UTF8.self)
    }

    /// What a form of the page sends: its token, and each box of a name.
    static func form(of page: String, choosing name: String? = nil) throws -> String {
        guard let token = pieces(of: page, after: "name=\"form_token\" value=\"").first else {
            throw CommandFailure.refused("a page of the console has no form")
        }
        let chosen = name.map { name in
            pieces(of: page, after: "name=\"\(name)\" value=\"").map { "\(name)=\($0)" }
        }
        return (["form_token=\(token)"] + (chosen ?? [])).joined(separator: "&")
    }

    /// Where the page's navigation leads.
    static func navigation(of page: String) -> [String] {
        let bar = page.split(separator: "<nav", maxSplits: 1).dropFirst().first?
            .split(separator: "</nav>", maxSplits: 1).first
        return links(in: bar.map(String.init) ?? "", to: "/admin")
    }

    /// Where links of the page lead that begin with a path, each once.
    static func links(in page: String, to start: String) -> [String] {
        var found: [String] = []
        for piece in pieces(of: page, after: "href=\"\(start)") {
            let path = (start + piece).replacing("&amp;", with: "&")
            if !found.contains(path) { found.append(path) }
        }
        return found
    }

    /// What stands between `mark` and the next quote, wherever it does.
    private static func pieces(of page: String, after mark: String) -> [String] {
        page.split(separator: mark, omittingEmptySubsequences: false).dropFirst().compactMap {
            $0.split(separator: "\"", maxSplits: 1, omittingEmptySubsequences: false).first
                .map(String.init)
        }
    }

    private func send(
        _ method: HTTPConnection.Method, _ path: String,
        _ headers: [(name: String, value: String)], _ body: String
    ) async throws -> HTTPClientResponse {
        let cookie = cookies.withLock { $0.map { "\($0)=\($1)" }.joined(separator: "; ") }
        let answer = try await connection.request(
            method, path, headers: headers + (cookie.isEmpty ? [] : [("Cookie", cookie)]),
            body: Array(body.utf8))
        for header in answer.headers where header.name.lowercased() == "set-cookie" {
            let pair = header.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            guard let name = pair.first.map(String.init) else { continue }
            cookies.withLock { $0[name] = pair.count > 1 ? String(pair[1]) : nil }
        }
        return answer
    }
}
