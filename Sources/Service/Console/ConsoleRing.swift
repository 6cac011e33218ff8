import HTTPServer
import InterlockAPI

/// The sessions that one browser has, one for each app that it is signed in to; the first is the one that is
/// looked at. It is a cookie of the browser's, so what it says of apps is a claim: who a session is, the
/// database says.
struct ConsoleRing: Sendable {
    /// One session.
    struct Entry: Sendable {
        let secret: ConsoleSecret
        let appID: String
    }

    /// Apps that a browser is signed in to at once.
    static let limit = 8

    private(set) var entries: [Entry]

    init(_ request: HTTPRequest) {
        let parts = ConsoleCookie.session.values(in: request).lazy.flatMap {
            $0.split(separator: "|")
        }
        entries = Array(parts.compactMap(Self.entry).prefix(Self.limit))
    }

    private static func entry(_ part: Substring) -> Entry? {
        let pair = part.split(separator: ":", maxSplits: 1).map(String.init)
        guard pair.count == 2, Bounds.isAppID(pair[1]), let secret = ConsoleSecret(pair[0]) else {
            return nil
        }
        return Entry(secret: secret, appID: pair[1])
    }

    /// The session that is looked at.
    var current: Entry? { entries.first }

    /// The session of an app, if there is one.
    func entry(of appID: String) -> Entry? { entries.first { $0.appID == appID } }

    /// Looks at a session from now on: a new one, in the place of the app's former one, or one that is there.
    mutating func look(at entry: Entry) {
        entries = [entry] + entries.filter { $0.appID != entry.appID }.prefix(Self.limit - 1)
    }

    /// The field that keeps it in the browser.
    func cookie(secure: Bool) -> String {
        let value = entries.map { $0.secret.expose() + ":" + $0.appID }.joined(separator: "|")
        return ConsoleCookie.session.field(
            value, secure: secure, lifetime: ConsoleSession.lifetime)
    }
}
