import Authentication
import FoundationEssentials
import HTTPClient
import HTTPServer
import InterlockAPI
import Storage
import Testing

@testable import Service

@Suite("Who may what")
struct AccessPromises {
    /// Roles, and nobody.
    private static let roles: [KeyRole?] = KeyRole.allCases + [nil]

    /// What is done to its own session comes last.
    private static func entries(_ fixture: ServiceFixture) -> [HTTPRouter.Entry] {
        let all = fixture.router.entries
        return all.filter { $0.name != "consoleSignOut" }
            + all.filter { $0.name == "consoleSignOut" }
    }

    @Test func `every route has its line, and answers each role as the line says`() async throws {
        try await ServiceFixture.with { fixture in
            let entries = Self.entries(fixture)
            #expect(entries.count > 50)
            for role in Self.roles {
                let caller = fixture.caller(role.map { fixture.key(of: $0) })
                var browser = ConsoleBrowser(fixture)
                if let role {
                    let answer = try await browser.signIn(fixture.key(of: role))
                    #expect(answer.status == (role.may(.readAdministration) ? 303 : 401))
                }
                for entry in entries {
                    guard let access = AccessTable.access(of: entry.name) else {
                        Issue.record("\(entry.name) has no line in the table")
                        continue
                    }
                    switch access {
                    case .session(let right):
                        try await visit(entry, &browser, role, right)
                    case .everybody, .account, .key:
                        let answer = try await call(entry, caller)
                        expect(access, role, answer, entry)
                    }
                }
            }
        }
    }

    private func expect(
        _ access: AccessTable.Access, _ role: KeyRole?, _ answer: HTTPClientResponse,
        _ entry: HTTPRouter.Entry
    ) {
        let what = Comment(rawValue: "\(entry.name) as \(role?.rawValue ?? "nobody")")
        switch (access, role) {
        case (.everybody, _):
            // A form of the sign-in without its token is refused, whoever sends it.
            let isForm = entry.method == .post && entry.name == "consoleSignIn"
            #expect(answer.status == 403 && isForm || ![401, 403].contains(answer.status), what)
        case (_, nil): #expect(answer.status == 401, what)
        case (.account, let role?):
            let may = role.may(.actForAccount) || role.may(.manageAccounts)
            #expect([401, 403].contains(answer.status) != may, what)
        case (.key(let right), let role?):
            if role.may(right) {
                #expect(![401, 403].contains(answer.status), what)
            } else {
                #expect(answer.status == 403 && answer.code == "forbidden", what)
            }
        case (.session, _): Issue.record(what)
        }
    }

    private func visit(
        _ entry: HTTPRouter.Entry, _ browser: inout ConsoleBrowser, _ role: KeyRole?,
        _ right: KeyPermission
    ) async throws {
        let answer: HTTPClientResponse
        if entry.method == .post {
            // Any page of a session has its token.
            try await browser.get("/admin")
            answer = try await browser.post(path(of: entry), ["reason": "r"])
        } else {
            answer = try await browser.get(path(of: entry))
        }
        let what = Comment(rawValue: "\(entry.name) as \(role?.rawValue ?? "nobody")")
        let isSentAway =
            answer.status == 303
            && answer.header("location")?.hasPrefix("/admin/sign-in") == true
        guard let role, role.may(.readAdministration) else {
            #expect(isSentAway, what)
            return
        }
        if role.may(right) {
            #expect(answer.status != 403, what)
            #expect(!isSentAway || entry.name == "consoleSignOut", what)
        } else {
            #expect(answer.status == 403, what)
        }
    }

    private func call(
        _ entry: HTTPRouter.Entry, _ caller: Device
    ) async throws -> HTTPClientResponse {
        let method: HTTPConnection.Method =
            switch entry.method {
            case .post: .post
            case .put: .put
            case .delete: .delete
            default: .get
            }
        return try await caller.send(method, path(of: entry))
    }

    /// With an id that nothing has.
    private func path(of entry: HTTPRouter.Entry) -> String {
        entry.template.split(separator: "/").reduce("") { path, segment in
            path + "/" + (segment.first == "{" ? UUID().wireText : String(segment))
        }
    }
}

extension ServiceFixture {
    /// The table of routes that the service answers by.
    var router: HTTPRouter { RouteHandler.router(service.context) }

    func key(of role: KeyRole) -> String {
        switch role {
        case .service: serviceKey
        case .viewer: viewerKey
        case .operator: operatorKey
        case .admin: adminKey
        }
    }
}
