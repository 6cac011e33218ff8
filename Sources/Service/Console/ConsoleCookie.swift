import HTTPServer

/// The console's cookies: of a session, of somebody who is about to sign in, and of the zone that a reader chose.
enum ConsoleCookie: String {
    case session = "interlock_session"
    case form = "interlock_form"
    case zone = "interlock_zone"

    /// Gives the field that sets the cookie: out of reach of scripts and of other sites' requests.
    func field(_ value: String, secure: Bool, lifetime: Int32) -> String {
        "\(rawValue)=\(value); Path=/admin; Max-Age=\(lifetime); HttpOnly; SameSite=Strict"
            + (secure ? "; Secure" : "")
    }

    /// Gives the field that removes the cookie.
    func removal(secure: Bool) -> String { field("", secure: secure, lifetime: 0) }

    /// Reads the secret from a request.
    func secret(in request: HTTPRequest) -> ConsoleSecret? {
        values(in: request).lazy.compactMap(ConsoleSecret.init).first
    }

    /// Reads the first value from a request.
    func value(in request: HTTPRequest) -> String? { values(in: request).first }

    /// All values of the name in a request (RFC 6265, 5.4).
    func values(in request: HTTPRequest) -> [String] {
        var values: [String] = []
        for header in request.headers("cookie") {
            for part in header.split(separator: ";") {
                let pair = part.split(separator: "=", maxSplits: 1)
                guard pair.count == 2, pair[0].filter({ $0 != " " }) == rawValue else { continue }
                values.append(String(pair[1]))
            }
        }
        return values
    }
}
