import FoundationEssentials
import InterlockAPI

/// The console's screens as they are with the sample, by name.
enum Screens {
    static func all(_ sample: Sample) throws -> [(name: String, path: String)] {
        let stuck = try sample.intent("mia.lopez", "notes.pro.monthly").id.wireText
        let cancelled = try sample.intent("mia.lopez", "notes.coins.100").id.wireText
        func account(_ id: String) -> String { "/admin/account?id=\(PercentCoding.encode(id))" }
        return [
            ("overview", "/admin"), ("locks", "/admin/locks"),
            ("locks-filtered", "/admin/locks?status=pending&older_than=3600"),
            ("locks-empty", "/admin/locks?account_id=nobody"),
            ("intent", "/admin/intents/\(stuck)"), ("intent-closed", "/admin/intents/\(cancelled)"),
            ("account", account("mia.lopez")), ("account-owner", account("chen.wei")),
            ("account-rtl", account("سارة")), ("incidents", "/admin/incidents"),
            ("incidents-resolved", "/admin/incidents?status=resolved"),
            ("audit", "/admin/audit"), ("search", "/admin/search?q=2000000966660000"),
            ("search-empty", "/admin/search?q=nobody"), ("catalog", "/admin/catalog"),
            ("catalog-edit", "/admin/catalog/edit"),
            ("keys", "/admin/keys"), ("not-found", "/admin/intents/7"),
        ]
    }
}
