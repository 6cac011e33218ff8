import AppStore
import Cryptography
import EventLoop
import HTTPClient
import InterlockAPI
import StoreSigner
import Synchronization
import TestSupport

@testable import FakeStore

/// A running store on a clock that the test moves, with a caller that has its key.
struct StoreFixture: Sendable {
    /// The clock: it stands still unless moved.
    final class TestClock: Sendable {
        private let time: Atomic<Int64>
        init(_ time: Int64) { self.time = Atomic(time) }
        var now: Int64 { time.load(ordering: .sequentiallyConsistent) }
        func move(by milliseconds: Int64) {
            time.add(milliseconds, ordering: .sequentiallyConsistent)
        }
    }

    let store: FakeStoreServer
    let clock: TestClock
    let connection: HTTPConnection
    let privateKey: PrivateKey

    /// Runs `body` with a store that sends to `notifyURL`.
    static func with(
        notifyURL: String? = nil, opening: Int64 = openingTime,
        configure: (inout FakeStoreOptions) -> Void = { _ in },
        _ body: (StoreFixture) async throws -> Void
    ) async throws {
        var options = FakeStoreOptions(
            app: .test, products: StoreHistory.sampleProducts,
            folder: try TestFolder.path("store"), seed: 1)
        options.notifyURL = notifyURL
        configure(&options)
        try await withLoop { [options] loop in
            let clock = TestClock(opening)
            let store = try await FakeStoreServer.start(options, on: loop, clock: { clock.now })
            let connection = HTTPConnection(host: "127.0.0.1", port: store.port, on: loop)
            let outcome: Result<Void, any Error>
            do {
                let path = store.keyFiles.privateKey ?? ""
                let pem = String(decoding: try FolderFile.read(path), as: UTF8.self)
                let fixture = StoreFixture(
                    store: store, clock: clock, connection: connection,
                    privateKey: try PrivateKey(pem: pem))
                outcome = .success(try await body(fixture))
            } catch { outcome = .failure(error) }
            connection.close()
            await store.stop()
            try outcome.get()
        }
    }

    var desk: StoreDesk { store.desk }

    /// A good token, or one with other claims or key.
    func bearer(
        _ change: (inout [String: JSONValue]) -> Void = { _ in }, keyID: String? = nil,
        key: PrivateKey? = nil
    ) throws -> String {
        let issued = clock.now / 1_000
        var claims: [String: JSONValue] = [
            "iss": .string(store.key.issuerID), "iat": .integer(issued),
            "exp": .integer(issued + 300), "aud": "appstoreconnect-v1",
            "bid": .string(StoreApp.test.bundleID),
        ]
        change(&claims)
        let jws = try CompactJWS.sign(
            payload: Array(JSONValue.object(claims).text.utf8), key: key ?? privateKey,
            keyID: keyID ?? store.key.keyID, type: "JWT")
        return "Bearer \(jws)"
    }

    /// Calls the API and gives status and document.
    func call(
        _ method: HTTPConnection.Method, _ path: String, _ body: JSONValue? = nil,
        bearer: String? = nil
    ) async throws -> (status: Int, document: [String: JSONValue], answer: HTTPClientResponse) {
        let token = try bearer ?? self.bearer()
        let answer = try await connection.request(
            method, path,
            headers: [("Authorization", token), ("Content-Type", "application/json")],
            body: body.map { Array($0.text.utf8) } ?? [])
        let document = try? JSONReader.read(answer.body).object
        return (answer.status, document ?? [:], answer)
    }

    func get(_ path: String) async throws -> (status: Int, document: [String: JSONValue]) {
        let answer = try await call(.get, path)
        return (answer.status, answer.document)
    }

    /// Acts by the control face.
    func control(
        _ verb: String, _ members: JSONValue = [:]
    ) async throws -> (status: Int, document: [String: JSONValue]) {
        let answer = try await connection.request(
            .post, "/control/\(verb)", body: Array(members.text.utf8))
        return (answer.status, try JSONReader.read(answer.body).object ?? [:])
    }

    @discardableResult
    func buy(_ product: String, _ buyer: String = "anna") throws -> String {
        let outcome = try desk.perform(
            .buy(StoreOrder(buyer: buyer, productID: product, appAccountToken: testToken)))
        return outcome.transactions.first?.transactionID ?? ""
    }

    /// Trusts this store's root and nothing else.
    var verifier: StoreVerifier {
        StoreVerifier(
            roots: TrustedRoots(certificates: [store.signer.root]),
            bundleIDs: [StoreApp.test.bundleID], appAppleID: 1234, environments: [.sandbox])
    }

    /// The verified transactions of a history page.
    func transactions(_ document: [String: JSONValue]) throws -> [StoreTransaction] {
        try (document["signedTransactions"]?.array ?? []).compactMap(\.string).map {
            try verifier.transaction($0)
        }
    }
}
