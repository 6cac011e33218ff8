import Authentication
import HTTPServer
import InterlockAPI
import Storage

/// Who a request acts for: an account and a device of an app.
struct Caller: Sendable {
    let app: RegisteredApp
    let account: AccountName
    let device: String
    /// When the token ends; nil for a key.
    let expiresAt: Timestamp?

    var isService: Bool { expiresAt == nil }
}

/// A key and its app.
struct KeyHolder: Sendable {
    let app: RegisteredApp
    let key: KeyStore.Entry

    var actor: StoreActor { .key(id: key.id.wireText, label: key.label) }
}

// Who asks.
extension RouteHandler.Exchange {
    /// The account that a client token names, or that a service key acts for by its two headers.
    func caller() async throws -> Caller {
        switch try credential() {
        case .clientToken(let token):
            do {
                let identity = try await identity(of: token)
                guard let app = context.registry.app(identity.appID) else {
                    throw unauthenticated("unknown_app")
                }
                return Caller(
                    app: app,
                    account: AccountName(appID: app.id, accountID: identity.accountID),
                    device: identity.deviceID, expiresAt: identity.expiresAt)
            } catch let error as ClientTokenError {
                throw unauthenticated(error.code, isExpired: error == .expired)
            }
        case .accessKey(let key):
            let holder = try await holder(of: key, .actForAccount)
            return Caller(
                app: holder.app,
                account: AccountName(
                    appID: holder.app.id, accountID: try identity("Interlock-Account")),
                device: try identity("Interlock-Device"), expiresAt: nil)
        }
    }

    /// Whose token it is; an app or a key that is new to this node is looked for once.
    private func identity(of token: String) async throws -> ClientIdentity {
        let authenticator = context.registry.authenticator
        do throws(ClientTokenError) {
            return try authenticator.authenticate(token, now: ServiceContext.now)
        } catch {
            guard error == .unknownApp || error == .unknownKey else { throw error }
        }
        try await context.registry.refreshForStranger()
        return try authenticator.authenticate(token, now: ServiceContext.now)
    }

    /// Whether the request bears a key, good or not.
    func isKey() throws -> Bool {
        if case .accessKey = try credential() { true } else { false }
    }

    /// The key that the route's line in ``AccessTable`` asks for.
    func administrator() throws -> KeyHolder {
        guard let holder else { throw Refusal(.forbidden) }
        return holder
    }

    /// The key that is needed for `permission`.
    func key(_ permission: KeyPermission) async throws -> KeyHolder {
        switch try credential() {
        case .accessKey(let key): return try await holder(of: key, permission)
        case .clientToken:
            // Whether the token counts is checked first, so that a forged one is not told more.
            _ = try await caller()
            throw Refusal(.forbidden, "this needs a key")
        }
    }

    private func holder(
        of key: AccessKey, _ permission: KeyPermission
    ) async throws -> KeyHolder {
        guard let entry = try await context.keys.find(key) else {
            throw unauthenticated("unknown_key")
        }
        if context.registry.app(entry.appID) == nil {
            try await context.registry.refreshForStranger()
        }
        guard let app = context.registry.app(entry.appID) else {
            throw unauthenticated("unknown_app")
        }
        guard entry.role.may(permission) else { throw Refusal(.forbidden) }
        return KeyHolder(app: app, key: entry)
    }

    private func credential() throws -> BearerCredential {
        let headers = request.headers("authorization")
        guard headers.count <= 1 else { throw unauthenticated("twice") }
        guard let header = headers.first else {
            context.metrics.count(refusedCredential: "missing")
            throw Refusal(
                .unauthenticated, "send Authorization: Bearer",
                headers: [("WWW-Authenticate", "Bearer realm=\"interlock\"")])
        }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer",
            let credential = BearerCredential(String(parts[1]))
        else { throw unauthenticated("malformed") }
        return credential
    }

    private func unauthenticated(_ reason: String, isExpired: Bool = false) -> Refusal {
        context.metrics.count(refusedCredential: reason)
        let challenge = "Bearer realm=\"interlock\", error=\"invalid_token\""
        return Refusal(
            isExpired ? .tokenExpired : .unauthenticated,
            headers: [("WWW-Authenticate", challenge)])
    }

    private func identity(_ header: String) throws -> String {
        let values = request.headers(header)
        guard values.count == 1, let value = values.first else {
            throw Refusal(
                .invalidRequest, "a service key needs the header \(header) once", field: header)
        }
        // Bytes that are no UTF-8 come as U+FFFD: two names would be one.
        guard !value.unicodeScalars.contains("\u{FFFD}") else {
            throw Refusal(.invalidRequest, "\(header) must be UTF-8", field: header)
        }
        do { try Bounds.checkAccount(value, field: header) } catch {
            throw Refusal(error)
        }
        return value
    }
}
