package import Cryptography
package import EventLoop
internal import HTTPClient

/// Acts on a running store over HTTP.
package struct ControlClient: Sendable {
    private let target: Courier.Target
    private let loop: EventLoop

    /// Takes the store's address; nil where it is no `http://HOST:PORT`.
    package init?(url: String, on loop: EventLoop) {
        guard let target = Courier.Target(url) else { return nil }
        self.target = target
        self.loop = loop
    }

    /// What came back: the whole document, and its words.
    package struct Answer: Sendable {
        package let isRefusal: Bool
        package let document: JSONValue

        package var words: [String] {
            (document.object?["words"]?.array ?? []).compactMap(\.string)
        }
        /// Why it was refused.
        package var error: String { document.object?["error"]?.string ?? "refused" }
    }

    /// Does one act; nil when no store answers there.
    package func perform(_ verb: ControlVerb, _ members: [String: JSONValue]) async -> Answer? {
        let connection = HTTPConnection(host: target.host, port: target.port, on: loop)
        defer { connection.close() }
        do throws(HTTPClientError) {
            let answer = try await connection.request(
                .post, "/control/\(verb.name)", headers: [("Content-Type", "application/json")],
                body: Array(JSONValue.object(members).text.utf8))
            guard let document = try? JSONReader.read(answer.body) else { return nil }
            return Answer(isRefusal: answer.status >= 300, document: document)
        } catch { return nil }
    }
}
