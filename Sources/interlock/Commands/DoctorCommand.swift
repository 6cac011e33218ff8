import AppStore
import EventLoop
import Glibc
import HTTPClient
import InterlockAPI
import PostgresClient
import Storage

/// Looks whether everything is as it should be.
enum DoctorCommand {
    static let doctor = Command(
        name: "doctor",
        summary: "Check database, schema, clock, apps, limits, and how the store is asked.",
        discussion: """
            Each line is ok, warn or fail, and says what to do. A warning is for you to judge; a fail ends \
            with exit code 1. Changes nothing.
            """,
        options: Option.database + [
            Option(
                "--url", "URL",
                "Ask the service that listens there as well, such as \(ServiceAddress.standard).")
        ],
        examples: [
            ("interlock doctor", "the database and the apps in it"),
            ("interlock doctor --url http://127.0.0.1:8080", "the service on this machine too"),
        ],
        run: { try await run($0) })

    /// More than this between the clocks confuses whoever reads both logs.
    private static let clockLimit: Int64 = 2_000
    /// Fewer descriptors than this are soon used up by parked devices.
    private static let descriptorLimit: rlim_t = 16_384
    private static let clock = PostgresStatement(
        name: "doctor_clock", "select clock_timestamp()")

    private static func run(_ invocation: Invocation) async throws {
        let service = try invocation.text("--url")
            .map { url throws in try ServiceAddress(url, invocation) }
        var findings = DoctorFindings()
        checkDescriptors(&findings)
        if let service { try await check(service, &findings) }
        if try await checkDatabase(invocation, &findings) {
            try await checkAudit(invocation, &findings)
            try await DatabaseAccess.with(invocation) { try await check($0, &findings) }
        }
        if invocation.wantsJSON { try Output.json(findings) }
        if let failure = findings.failure { throw failure }
    }

    private static func checkDescriptors(_ findings: inout DoctorFindings) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let most = limit.rlim_max
        most < descriptorLimit
            ? findings.say(.warn, "at most \(most) descriptors: raise LimitNOFILE (ulimit -Hn)")
            : findings.say(.ok, "up to \(most) descriptors")
    }

    private static func check(
        _ service: ServiceAddress, _ findings: inout DoctorFindings
    ) async throws {
        let loop = try EventLoop(name: "doctor")
        let connection = service.connection(on: loop)
        do {
            let answer = try await connection.request(
                .get, Route.readyz.path(), timeout: .seconds(5))
            answer.status == 200
                ? findings.say(.ok, "service is ready")
                : findings.say(.warn, "service answers \(answer.status): it starts or drains")
        } catch {
            findings.say(.fail, "no service answers at \(service.url) (\(error))")
        }
        connection.close()
        await Offload.run { loop.stop() }
    }

    /// True when it answers.
    private static func checkDatabase(
        _ invocation: Invocation, _ findings: inout DoctorFindings
    ) async throws -> Bool {
        let time: Int64
        do {
            let configuration = try DatabaseAccess.configuration(invocation)
            time = try await PostgresPool.withTemporary(configuration) { pool in
                let rows = try await pool.query(clock)
                return try rows.first?.timestamp(0) ?? 0
            }
        } catch CommandFailure.refused(let reason) {
            findings.say(.fail, "database: \(reason)")
            return false
        } catch let error as PostgresError {
            findings.say(.fail, "the database does not answer, check its address (\(error))")
            return false
        }
        findings.say(.ok, "database answers")
        let apart = abs(time - StoreDate.now.microseconds) / 1_000
        apart > clockLimit
            ? findings.say(
                .warn, "the clocks are \(apart) ms apart: run a time service on both machines")
            : findings.say(.ok, "the clocks are \(apart) ms apart")
        return true
    }

    /// Whether the service, with this address, could change the audit.
    private static func checkAudit(
        _ invocation: Invocation, _ findings: inout DoctorFindings
    ) async throws {
        let found: AuditGuard
        do {
            found = try await PostgresPool.withTemporary(
                try DatabaseAccess.configuration(invocation)
            ) { try await AuditGuard($0) }
        } catch {
            // A schema that is missing is told next.
            return
        }
        if let advice = found.advice { return findings.say(.warn, advice) }
        let role = found.assumes ? AuditGuard.role : found.login
        findings.say(.ok, "the service works as \(role), which can't change the audit")
    }

    private static func check(
        _ storage: Storage, _ findings: inout DoctorFindings
    ) async throws {
        do {
            findings.say(.ok, "schema is there, epoch \(try await storage.apps.epoch())")
        } catch {
            return findings.say(.fail, "the schema is missing, run interlock migrate (\(error))")
        }
        let apps = try await storage.apps.list()
        if apps.isEmpty { findings.say(.warn, "there is no app: interlock app create --help") }
        for app in apps {
            let wants = try await wants(of: app, storage)
            for want in wants { findings.say(.warn, "\(app.id): \(want)") }
            if wants.isEmpty {
                findings.say(.ok, "\(app.id): trusts Apple's root and \(app.roots.count) more")
            }
        }
        for health in try await storage.apps.storeHealth() {
            let found = StoreHealthPrint(health: health, now: StoreDate.now.timestamp).finding
            findings.say(found.verdict, found.text)
        }
    }

    /// What an app lacks. The demo's own app mints its tokens itself, and a backend that signs client
    /// tokens needs no key for them.
    private static func wants(
        of app: AppRecord, _ storage: Storage
    ) async throws -> [String] {
        var wants: [String] = []
        if app.catalogRevision == 0 {
            wants.append("no catalog: interlock catalog apply FILE --app \(app.id)")
        }
        if app.id != DemoStage.appID, app.tokenKeys == nil {
            let keys = try await storage.keys.list(appID: app.id)
            if keys.allSatisfy({ $0.revokedAt != nil }) {
                wants.append(
                    """
                    no key and no --jwks, so that nobody can give its devices tokens: \
                    interlock key create --app \(app.id) --role service --label backend
                    """)
            }
        }
        if app.appleID == nil, app.environments.contains(.production) {
            wants.append(
                """
                no Apple id, so that nothing of Production verifies: \
                interlock app update --id \(app.id) --apple-id NUMBER
                """)
        }
        return wants
    }
}
