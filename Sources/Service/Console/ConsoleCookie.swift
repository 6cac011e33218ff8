import HTTPServer

/// The console's two cookies: of a session, and of somebody who is about to sign in.
enum ConsoleCookie: String {
    case session = "interlock_session"
    case form = "interlock_form"

    /// Gives the field that sets the cookie: out of reach of scripts and of other sites' requests.
    func field(_ value: String, secure: Bool, lifetime: Int32) -> String {
        "\(rawValue)=\(value); Path=/admin; Max-Age=\(lifetime); HttpOnly; SameSite=Strict"
            + (secure ? "; Secure" : "")
    }

    /// Gives the field that removes the cookie.
    func removal(secure: Bool) -> String { field("", secure: secure, lifetime: 0) }

    /// Reads the secret from a request (RFC 6265, 5.4).
    func secret(in request: HTTPRequest) -> ConsoleSecret? {
        for header in request.headers("cookie") {
            for part in header.split(separator: ";") {
                let pair = part.split(separator: "=", maxSplits: 1)
                guard pair.count == 2, pair[0].filter({ $0 != " " }) == rawValue else { continue }
                if let secret = ConsoleSecret(String(pair[1])) { return secret }
            }
        }
        return nil
    }
}
