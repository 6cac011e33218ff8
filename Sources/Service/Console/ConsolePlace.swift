/// A page of the console that somebody is sent on to after signing in. It comes with an address or a form, so it is
/// whatever somebody made of it: only a path of the console's own is one.
struct ConsolePlace: Sendable, Equatable {
    let text: String

    private static let longest = 2_048

    /// Reads a path with its query; nil for anything that could lead elsewhere, or to a sign-in again.
    init?(_ text: String?) {
        guard let text, text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.mayStand) else {
            return nil
        }
        let path = text.prefix { $0 != "?" }
        // A browser takes an encoded dot for a dot.
        let steps = path.split(separator: "/").map { $0.lowercased().replacing("%2e", with: ".") }
        guard path == "/admin" || path.hasPrefix("/admin/"), !steps.contains("."),
            !steps.contains(".."), !path.hasPrefix("/admin/sign-")
        else { return nil }
        self.text = text
    }

    /// Whether it is a list, which every app has; one thing of one app has no counterpart in another.
    var isList: Bool {
        let path = text.prefix { $0 != "?" }
        return ["/admin", "/admin/locks", "/admin/incidents", "/admin/audit"].contains(path)
            && !text.contains("cursor=")
    }

    /// What a path and a query consist of (RFC 3986), so no backslash, space, quote or control character.
    private static func mayStand(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/?=&%-._~+:@!$*,;()".utf8.contains(byte)
        }
    }
}
