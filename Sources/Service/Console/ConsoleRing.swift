import HTTPServer

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
    /// Bytes of an app's id.
    private static let longestID = 64

    private(set) var entries: [Entry]

    init(_ request: HTTPRequest) {
        let value = ConsoleCookie.session.value(in: request) ?? ""
        entries = value.split(separator: "|").prefix(Self.limit).compactMap { part in
            let pair = part.split(separator: ":", maxSplits: 1)
            guard pair.count == 2, pair[1].utf8.count <= Self.longestID,
                pair[1].utf8.allSatisfy(Self.mayStand),
                let secret = ConsoleSecret(String(pair[0]))
            else { return nil }
            return Entry(secret: secret, appID: String(pair[1]))
        }
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

    /// What an app's id consists of; the rest can't stand in a cookie.
    private static func mayStand(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "._-".utf8.contains(byte)
        }
    }
}
