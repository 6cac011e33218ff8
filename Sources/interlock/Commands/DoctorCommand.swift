import AppStore
import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import InterlockAPI
import PostgresClient
import Storage

/// Looks whether everything is as it should be.
enum DoctorCommand {
    static let doctor = Command(
        name: "doctor", summary: "Check database, schema, clock, apps and limits.",
        discussion: "Each line is ok, warn or fail, and says what to do. A fail ends with 1.",
        options: Option.database + [
            Option("--url", "URL", "Ask this running service (http://HOST:PORT) as well.")
        ],
        examples: [("interlock doctor --url http://127.0.0.1:8080", "the service on this machine")],
        run: { try await run($0) })

    /// More than this between the clocks confuses whoever reads both logs.
    private static let clockLimit: Int64 = 2_000
    /// Fewer descriptors than this are soon used up by parked devices.
    private static let descriptorLimit: rlim_t = 16_384
    private static let clock = PostgresStatement(
        name: "doctor_clock", "select clock_timestamp()")

    private static func run(_ invocation: Invocation) async throws {
        checkDescriptors()
        if let url = try invocation.text("--url") { try await checkService(url, invocation) }
        let configuration = try PostgresConfiguration(url: try DatabaseAccess.url(invocation))
        let difference: Int64
        do {
            difference = try await PostgresPool.withTemporary(configuration) { pool in
                let rows = try await pool.query(clock)
                return try rows.first?.timestamp(0) ?? 0
            }
        } catch {
            say("fail", "database: \(error)")
            throw CommandFailure.refused("the database does not answer: check its address")
        }
        say("ok", "database answers")
        let apart = abs(difference - StoreDate.now.microseconds) / 1_000
        say(
            apart > clockLimit ? "warn" : "ok",
            "the clocks are \(apart) ms apart"
                + (apart > clockLimit ? ": run a time service on both machines" : ""))
        try await DatabaseAccess.with(invocation) { storage in try await check(storage) }
    }

    private static func check(_ storage: Storage) async throws {
        do { say("ok", "schema is there, epoch \(try await storage.apps.epoch())") } catch {
            say("fail", "schema: \(error)")
            throw CommandFailure.refused("run interlock migrate")
        }
        let apps = try await storage.apps.list()
        if apps.isEmpty { say("warn", "no app: interlock app create") }
        for app in apps {
            let keys = try await storage.keys.list(appID: app.id)
            var wants: [String] = []
            if app.catalogRevision == 0 { wants.append("no catalog: interlock catalog apply") }
            if keys.allSatisfy({ $0.revokedAt != nil }) {
                wants.append("no key: interlock key create")
            }
            if app.appleID == nil, app.environments.contains(.production) {
                wants.append(
                    "no Apple id, so nothing of Production verifies: interlock app update")
            }
            for want in wants { say("warn", "\(app.id): \(want)") }
            if wants.isEmpty {
                say("ok", "\(app.id): trusts Apple's root and \(app.roots.count) more")
            }
        }
    }

    private static func checkDescriptors() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_max < descriptorLimit
            ? say("warn", "at most \(limit.rlim_max) descriptors: raise LimitNOFILE (ulimit -Hn)")
            : say("ok", "up to \(limit.rlim_max) descriptors")
    }

    private static func checkService(_ url: String, _ invocation: Invocation) async throws {
        guard let parts = URL(string: url), parts.scheme == "http", let host = parts.host,
            let port = parts.port.flatMap(UInt16.init(exactly:))
        else { throw invocation.fault("--url must be http://HOST:PORT") }
        let loop = try EventLoop(name: "doctor")
        let connection = HTTPConnection(host: host, port: port, on: loop)
        let outcome: Result<Int, any Error>
        do {
            let answer = try await connection.request(
                .get, Route.readyz.path(), timeout: .seconds(5))
            outcome = .success(answer.status)
        } catch { outcome = .failure(error) }
        connection.close()
        await Offload.run { loop.stop() }
        switch outcome {
        case .success(200): say("ok", "service is ready")
        case .success(let status): say("warn", "service answers \(status): it starts or drains")
        case .failure(let error):
            say("fail", "service: \(error)")
            throw CommandFailure.refused("no service answers at \(url)")
        }
    }

    private static func say(_ verdict: String, _ text: String) {
        Output.line("\(verdict)\(String(repeating: " ", count: 6 - verdict.count))\(text)")
    }
}
