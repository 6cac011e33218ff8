import FoundationEssentials
import InterlockAPI

/// An address of the console; whatever goes into one is percent-encoded.
struct ConsolePath: Sendable {
    let text: String

    private init(_ path: String, _ query: [(String, String?)] = [], fragment: String = "") {
        let pairs = query.compactMap { name, value in
            value.map { name + "=" + PercentCoding.encode($0) }
        }
        text = path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")) + fragment
    }

    static let overview = Self("/admin")
    static func signIn(next: ConsolePlace? = nil) -> Self {
        Self("/admin/sign-in", [("next", next?.text)])
    }

    static func zone(next: ConsolePlace? = nil) -> Self {
        Self("/admin/zone", [("next", next?.text)])
    }

    static func place(_ place: ConsolePlace) -> Self { Self(place.text) }

    static let app = Self("/admin/app")
    static let signOut = Self("/admin/sign-out")
    static let signedOut = Self("/admin/sign-in", [("notice", "out")])
    static let style = Self("/admin/style.css")
    static let script = Self("/admin/script.js")
    static let search = Self("/admin/search")
    static let main = Self("", fragment: "#main")
    static let reason = Self("", fragment: "#reason")

    /// The field of the reason for which an incident is resolved, on the same page.
    static func reason(of incident: String) -> Self {
        Self("", fragment: "#reason-" + PercentCoding.encode(incident))
    }

    static func locks(_ filter: [(String, String?)] = []) -> Self { Self("/admin/locks", filter) }

    static func incidents(_ filter: [(String, String?)] = []) -> Self {
        Self("/admin/incidents", filter)
    }

    static func audit(_ filter: [(String, String?)] = []) -> Self { Self("/admin/audit", filter) }

    /// An account's page. Its id stands in the query: as a part of the path, `..` would lead elsewhere.
    static func account(_ id: String, environment: String? = nil) -> Self {
        Self("/admin/account", [("id", id), ("environment", environment)])
    }

    static func intent(_ id: UUID, notice: String? = nil) -> Self {
        Self("/admin/intents/" + id.wireText, [("notice", notice)])
    }

    static func release(_ id: UUID) -> Self {
        Self("/admin/intents/" + id.wireText + "/release")
    }

    static let releaseMany = Self("/admin/locks/release")
    static let releaseManyAct = Self("/admin/locks/release/act")

    static func resolve(_ id: String) -> Self {
        Self("/admin/incidents/" + PercentCoding.encode(id) + "/resolve")
    }

    static func catalog(notice: String? = nil) -> Self {
        Self("/admin/catalog", [("notice", notice)])
    }

    static let catalogEdit = Self("/admin/catalog/edit")
    static let catalogCheck = Self("/admin/catalog/check")
    static let catalogApply = Self("/admin/catalog/apply")

    static func keys(notice: String? = nil) -> Self { Self("/admin/keys", [("notice", notice)]) }

    static func revoke(_ id: UUID) -> Self { Self("/admin/keys/" + id.wireText + "/revoke") }

    static func transaction(_ id: String) -> Self { Self("/admin/search", [("q", id)]) }
}
