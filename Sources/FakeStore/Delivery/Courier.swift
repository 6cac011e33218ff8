internal import Cryptography
internal import EventLoop
internal import HTTPClient

/// Sends the notifications that are due to one URL, one after the other.
final class Courier: Sendable {
    /// Where to: plain HTTP.
    struct Target: Sendable, Equatable {
        let host: String
        let port: UInt16
        let path: String
    }

    private let desk: StoreDesk
    private let target: Target
    private let connection: HTTPConnection

    init(_ desk: StoreDesk, to target: Target, on loop: EventLoop) {
        self.desk = desk
        self.target = target
        connection = HTTPConnection(
            host: target.host, port: target.port, on: loop, responseLimit: 1 << 20)
    }

    /// Makes each attempt that is due now; ends early when the task is cancelled.
    func deliverDue() async {
        while !Task.isCancelled, let delivery = desk.takeDue() {
            let body: JSONValue = ["signedPayload": .string(delivery.signedPayload)]
            do throws(HTTPClientError) {
                let answer = try await connection.request(
                    .post, target.path, headers: [("Content-Type", "application/json")],
                    body: Array(body.text.utf8), timeout: desk.timeout)
                desk.record(.init(status: answer.status), of: delivery)
            } catch {
                guard error != .cancelled else { return desk.giveBack(delivery) }
                desk.record(.init(error), of: delivery)
            }
        }
    }

    func close() { connection.close() }
}

extension Courier.Target {
    /// Reads `http://HOST[:PORT]/PATH`; nil for anything else.
    init?(_ url: String) {
        guard url.hasPrefix("http://") else { return nil }
        let rest = url.dropFirst(7)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let path = String(rest[slash...])
        var authority = rest[..<slash]
        var port: UInt16 = 80
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            guard let number = UInt16(authority[authority.index(after: colon)...]) else {
                return nil
            }
            port = number
            authority = authority[..<colon]
        }
        if authority.first == "[", authority.last == "]" {
            authority = authority.dropFirst().dropLast()
        }
        guard !authority.isEmpty, !authority.contains("@"),
            path.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.init(host: String(authority), port: port, path: path.isEmpty ? "/" : path)
    }
}
