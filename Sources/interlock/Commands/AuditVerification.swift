import Cryptography
import InterlockAPI
import Storage

/// Checks the audit's chain of hashes.
enum AuditVerification {
    static let verify = Command(
        name: "audit verify", summary: "Check that the audit is as it was written.",
        discussion: """
            Computes the hash of every record anew and follows the chain to its head; names the first place \
            that doesn't hold, and ends with 1 then. It prints the head as PLACE:HASH. Note it elsewhere now \
            and then: who may write everything in the database could make the whole chain anew, and --expect \
            with a head that was noted tells. Which account a subject of the audit is can be forgotten, as it \
            must; so it is outside of the chain. Of all apps, or of one.
            """,
        options: Option.database + [
            Option("--app", "ID", "Only this app's.", setting: true),
            Option(
                "--expect", "PLACE:HASH",
                "A head that was noted: it must still be in the chain. Needs --app."),
        ],
        examples: [
            ("interlock audit verify", "every app"),
            (
                "interlock audit verify --app notes --expect 12:9c1e… (64 digits)",
                "against the head that you noted last month"
            ),
        ],
        run: { try await run($0) })

    private struct Report: Encodable {
        struct App: Encodable {
            struct Head: Encodable {
                let place: Int64
                let hash: String
            }

            struct Fault: Encodable {
                let place: Int64
                let kind: String
            }

            let id: String
            let records: Int64
            let head: Head?
            let fault: Fault?
        }

        let apps: [App]
    }

    private static func run(_ invocation: Invocation) async throws {
        let app = try invocation.text("--app")
        let expected = try invocation.text("--expect").map { text throws(CommandFailure) in
            guard app != nil else { throw invocation.fault("--expect needs --app") }
            guard let place = AuditPlace(text) else {
                throw invocation.fault("--expect must be PLACE:HASH, as `audit verify` prints it")
            }
            return place
        }
        try await DatabaseAccess.with(invocation) { storage in
            if let app { try await AppCommands.require(app, storage) }
            let all = try await storage.apps.list().map(\.id)
            let ids = app.map { [$0] } ?? all
            var apps: [Report.App] = []
            var failures: [String] = []
            for id in ids {
                let found = try await storage.audit.verify(appID: id, expecting: expected)
                let line = "\(id): " + words(found)
                if found.fault == nil { Output.line(line) } else { failures.append(line) }
                apps.append(
                    Report.App(
                        id: id, records: found.records,
                        head: found.head.map { .init(place: $0.place, hash: $0.hash.hex) },
                        fault: found.fault.map { .init(place: $0.place, kind: $0.kind.rawValue) }))
            }
            if invocation.wantsJSON { try Output.json(Report(apps: apps)) }
            if !failures.isEmpty { throw CommandFailure.refused(failures.joined(separator: "; ")) }
        }
    }

    private static func words(_ found: AuditStore.Verification) -> String {
        guard let fault = found.fault else {
            let head = found.head.map { ", head \($0)" } ?? ""
            return "\(found.records) record\(found.records == 1 ? "" : "s") hold\(head)"
        }
        let what =
            switch fault.kind {
            case .missing: "the record at place \(fault.place) is missing"
            case .changed: "the record at place \(fault.place) was changed"
            case .reordered:
                "the record at place \(fault.place) does not follow the one before it: "
                    + "one of the two was put in or moved"
            case .misfiled:
                "the record at place \(fault.place) is not found by the accounts that it names, "
                    + "or by others"
            case .misdated:
                "the head has another time than the record at place \(fault.place), which later records "
                    + "would follow"
            case .cutOff: "the chain was cut off at place \(fault.place)"
            case .beyondHead: "the record at place \(fault.place) is not the chain's"
            case .headless: "the chain has lost its head"
            case .rewritten:
                "the record at place \(fault.place) has another hash than was noted: "
                    + "the chain was made anew"
            }
        return "\(what); \(found.records) hold before that"
    }
}
