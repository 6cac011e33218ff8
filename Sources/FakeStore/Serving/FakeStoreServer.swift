internal import Cryptography
package import EventLoop
internal import Glibc
internal import HTTPServer
package import StoreSigner
internal import Synchronization

/// A running stand-in store: the App Store Server API, the control face and the sending of
/// notifications, on one loop.
///
/// Start once, then ``stop()``. The loop stays its owner's.
package final class FakeStoreServer: Sendable {
    package let port: UInt16
    /// Signs everything; its root is what an app is configured with.
    package let signer: StoreSigner
    package let key: APIKey
    package let keyFiles: APIKey.Files
    let desk: StoreDesk
    private let server: HTTPServer
    private let rounds: Rounds

    /// Reads or makes the keys, binds, and serves.
    ///
    /// - Parameter clock: the machine's time in milliseconds since 1970.
    package static func start(
        _ options: FakeStoreOptions, on loop: EventLoop,
        clock: @escaping @Sendable () -> Int64 = FakeStoreServer.now
    ) async throws(FakeStoreFailure) -> FakeStoreServer {
        guard isLoopback(options.host) else { throw .notLoopback(options.host) }
        var target: Courier.Target?
        if let url = options.notifyURL {
            target = Courier.Target(url)
            if target == nil { throw .badNotifyURL(url) }
        }
        do {
            let signer = try keptSigner(options.folder)
            let key = try APIKey.keep(in: options.folder, given: options.apiKey)
            let bell = Rounds.Bell()
            let desk = StoreDesk(
                store: storefront(options, now: clock()), signer: signer, key: key.key,
                delivery: NotificationLog(
                    rules: options.delivery, hasReceiver: target != nil, seed: options.seed),
                limit: RateLimit(calls: options.callsPerSecond), seed: options.seed,
                clock: clock, onChange: { bell.ring() })
            let server = HTTPServer(
                configuration: configuration(options), router: router(desk), loops: [loop],
                errorResponse: { refusal in
                    .json(["error": .string(refusal.reason)], status: refusal.status)
                })
            let port = try await server.start()
            let rounds = Rounds(
                desk, courier: target.map { Courier(desk, to: $0, on: loop) }, bell: bell,
                on: loop)
            return FakeStoreServer(
                port: port, desk: desk, keyFiles: key.files, server: server, rounds: rounds)
        } catch { throw .cannotStart("\(error)") }
    }

    private init(
        port: UInt16, desk: StoreDesk, keyFiles: APIKey.Files, server: HTTPServer, rounds: Rounds
    ) {
        self.port = port
        self.desk = desk
        self.keyFiles = keyFiles
        self.server = server
        self.rounds = rounds
        signer = desk.signer
        key = desk.key
    }

    /// Ends sending and serving; idempotent. What was not sent is lost, as is all but the keys.
    package func stop() async {
        await rounds.stop()
        await server.stop(within: .seconds(1))
    }

    /// This machine's clock in milliseconds since 1970.
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

extension FakeStoreServer {
    private static func keptSigner(
        _ folder: String
    ) throws -> StoreSigner {
        try FolderFile.makeFolder(folder)
        if access("\(folder)/root.pem", F_OK) == 0 { return try StoreSigner.load(from: folder) }
        var names = StoreSignerOptions()
        names.name = "Interlock Stand-in Store"
        let signer = try StoreSigner(names)
        try signer.save(to: folder)
        return signer
    }

    /// Ids begin where the clock says, so that a store that starts again makes other ones.
    private static func storefront(_ options: FakeStoreOptions, now: Int64) -> Storefront {
        var rules = options.rules
        rules.transactionIDBase += max(0, now - 1_600_000_000_000) * 1_000
        return Storefront(
            app: options.app, products: options.products, rules: rules, seed: options.seed,
            now: now)
    }

    private static func configuration(_ options: FakeStoreOptions) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.host = options.host
        configuration.port = options.port
        configuration.connectionLimit = 1_000
        return configuration
    }

    private static func router(_ desk: StoreDesk) -> HTTPRouter {
        var router = HTTPRouter()
        StoreAPI(desk: desk).add(to: &router)
        ControlFace(desk: desk).add(to: &router)
        return router
    }

    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }
}
