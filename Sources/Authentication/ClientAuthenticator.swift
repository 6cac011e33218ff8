internal import Cryptography
package import InterlockAPI
internal import Synchronization

/// Authenticates client tokens of all apps, for all loops: chooses the app by the unverified `aud`,
/// verifies with that app's keys, and remembers the result until the token expires or the app's
/// keys change.
package final class ClientAuthenticator: Sendable {
    private struct App {
        let keys: ClientTokenKeys
        let verifier: ClientTokenVerifier
        let generation: UInt64
    }

    private struct State {
        var apps: [String: App] = [:]
        var cache: ClientTokenCache
        var lastGeneration: UInt64 = 0
    }

    private let state: Mutex<State>

    /// - Parameter cacheCapacity: tokens that are remembered, at most; about 300 bytes each.
    package init(cacheCapacity: Int = 16_384) {
        state = Mutex(State(cache: ClientTokenCache(capacity: cacheCapacity)))
    }

    /// Sets an app's keys. From the moment it returns no token counts that only other keys have
    /// verified; the same keys again change nothing.
    package func setKeys(_ keys: ClientTokenKeys, for appID: String) {
        state.withLock { state in
            if state.apps[appID]?.keys == keys { return }
            state.lastGeneration += 1
            state.apps[appID] = App(
                keys: keys, verifier: ClientTokenVerifier(appID: appID, keys: keys),
                generation: state.lastGeneration)
        }
    }

    /// Forgets an app: its tokens are refused as of an unknown app.
    package func removeApp(_ appID: String) {
        state.withLock { $0.apps[appID] = nil }
    }

    /// Returns for whom a token speaks, at this time.
    package func authenticate(
        _ token: String, now: Timestamp
    ) throws(ClientTokenError) -> ClientIdentity {
        if token.utf8.count > UnverifiedClientToken.sizeLimit { throw .tooLarge }
        let digest = SHA256.digest(token)
        if let known = remembered(digest) {
            if now >= known.expiresAt { throw .expired }
            return known
        }
        let unverified = try UnverifiedClientToken(token)
        let app = state.withLock { state -> App? in
            for audience in unverified.claimedAudiences {
                if let app = state.apps[audience] { return app }
            }
            return nil
        }
        guard let app else { throw .unknownApp }
        let identity = try app.verifier.verify(unverified, now: now)
        state.withLock {
            let entry = ClientTokenCache.Entry(identity: identity, generation: app.generation)
            $0.cache.insert(entry, for: digest)
        }
        return identity
    }

    private func remembered(_ digest: SHA256Digest) -> ClientIdentity? {
        state.withLock { state in
            guard let entry = state.cache.entry(digest) else { return nil }
            if state.apps[entry.identity.appID]?.generation == entry.generation {
                return entry.identity
            }
            state.cache.remove(digest)
            return nil
        }
    }
}
