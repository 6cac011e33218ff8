import HTTPClient
import InterlockAPI

/// The vendor's backend, which makes groups and moves members.
struct BenchBackend: Sendable {
    private let target: BenchTarget
    private let connection: HTTPConnection

    init(_ target: BenchTarget, _ connection: HTTPConnection) {
        self.target = target
        self.connection = connection
    }

    /// Makes an empty group; gives its id.
    func makeGroup() async throws -> String {
        let answer = try await send(.post, Route.createGroup.path(), "{}")
        return try WireCoding.decode(GroupEnvelope.self, from: answer.body).group.id
    }

    func put(_ account: String, _ role: GroupRole, in group: String) async throws {
        let path = Route.putMember.path(group, account)
        _ = try await send(.put, path, "{\"role\":\"\(role.rawValue)\"}")
    }

    /// Removes a member; as that member, it leaves by itself.
    func remove(_ account: String, from group: String, as member: String? = nil) async throws {
        let headers = member.map { target.headers($0, "phone") }
        _ = try await send(.delete, Route.removeMember.path(group, account), headers: headers)
    }

    func dissolve(_ group: String) async throws {
        _ = try await send(.delete, Route.dissolveGroup.path(group))
    }

    private func send(
        _ method: HTTPConnection.Method, _ path: String, _ body: String = "",
        headers: [(name: String, value: String)]? = nil
    ) async throws -> HTTPClientResponse {
        let answer = try await connection.request(
            method, path, headers: headers ?? target.backendHeaders, body: Array(body.utf8))
        guard answer.status < 300 else {
            throw CommandFailure.refused(
                "\(method.rawValue) \(path): \(answer.status) "
                    + String(decoding: answer.body, as: UTF8.self))
        }
        return answer
    }
}
