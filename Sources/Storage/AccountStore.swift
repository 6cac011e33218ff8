import Cryptography
import EventLoop
package import FoundationEssentials
import PostgresClient

/// Finds accounts and makes them at first sight.
package struct AccountStore: Sendable {
    private static let ensure = PostgresStatement.function("accounts_ensure", 4)
    private static let ofToken = PostgresStatement.function("accounts_of_token", 2)
    static let locate = PostgresStatement.function("accounts_locate", 1)
    private static let revive = PostgresStatement.function("accounts_revive", 1)
    private static let setToken = PostgresStatement.function("accounts_set_token", 3)

    /// Where an account is.
    package struct Place: Sendable {
        package let scopeID: UUID
        package let appAccountToken: UUID
    }

    /// Which account a token or key leads to.
    struct Found: Sendable {
        let accountKey: UUID
        let scopeID: UUID
    }

    let database: Database
    private let places = PlaceCache()

    init(_ database: Database) { self.database = database }

    /// Gives an account's scope and token; makes the account when it is new. Idempotent. Throws `accountEnded`
    /// for one that was forgotten or merged.
    package func ensure(_ account: AccountName) async throws(StorageError) -> Place {
        let rows = try await database.call(
            Self.ensure,
            [
                .uuid(account.key), .text(account.appID), .text(account.accountID), .uuid(UUID()),
            ])
        return try decoding {
            guard let row = rows.first else { throw StorageError.accountEnded }
            return Place(
                scopeID: try row.uuid(0), appAccountToken: try row.uuid(1))
        }
    }

    /// Sets an account's app account token; false when another account has or had it.
    package func setToken(
        _ account: AccountName, to token: UUID
    ) async throws(StorageError) -> (isSet: Bool, scopeID: UUID) {
        // The backend may let a forgotten account begin anew.
        _ = try await database.call(Self.revive, [.uuid(account.key)])
        let place = try await ensure(account)
        let rows = try await database.call(
            Self.setToken, [.uuid(account.key), .text(account.appID), .uuid(token)])
        return try decoding { (try rows.first?.text("outcome") == "set", place.scopeID) }
    }

    func ofToken(appID: String, _ token: UUID) async throws(StorageError) -> Found? {
        let rows = try await database.call(Self.ofToken, [.text(appID), .uuid(token)])
        return try decoding {
            try rows.first.map { Found(accountKey: try $0.uuid(0), scopeID: try $0.uuid(1)) }
        }
    }

    /// Calls `body` with the scope that an account is thought to be in, and again with the one it is found in
    /// when the answer was `moved`: for five seconds, since an account may move back and forth.
    func inScope<Value>(
        of account: AccountName, _ body: (UUID) async throws(StorageError) -> Value?
    ) async throws(StorageError) -> Value {
        if let value = try await body(places.scope(of: account.key)) { return value }
        let end = ContinuousClock.now + .seconds(5)
        var attempt = 0
        while attempt < 2 || ContinuousClock.now < end {
            if attempt > 1 {
                let pause = Duration.milliseconds(Int.random(in: 1...(4 << min(attempt, 4))))
                do { try await database.pool.loop.sleep(for: pause) } catch { break }
            }
            attempt += 1
            let place = try await ensure(account)
            places.remember(account.key, in: place.scopeID)
            if let value = try await body(place.scopeID) { return value }
        }
        // It moves faster than we look: the same request may be sent again.
        throw .unavailable(.timeout(sent: false))
    }
}

/// Decodes what a function answered; a column that is not as promised is a defect.
func decoding<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
    do { return try body() } catch let error as StorageError { throw error } catch {
        throw .defect(String(describing: error))
    }
}
