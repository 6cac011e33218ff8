package import InterlockAPI

/// Holds an answer, and the environment that gave it.
package struct Located<Answer> {
    package let environment: StoreEnvironment
    package let answer: Answer

    package init(environment: StoreEnvironment, answer: Answer) {
        (self.environment, self.answer) = (environment, answer)
    }
}

extension Located: Sendable where Answer: Sendable {}
extension Located: Equatable where Answer: Equatable {}

// Which environment an id belongs to; the id itself doesn't say.
extension StoreServer {
    /// Asks Production, and the sandbox only where Production knows no such transaction (4040010).
    ///
    /// Every other error is thrown as it is: 401 in Production, say, means nothing for the sandbox.
    /// Environments that aren't configured are left out. Keep the environment with the id, and this
    /// is asked once.
    ///
    /// - Parameter ask: a call of this client, in the environment that it is given.
    package func locate<Answer>(
        _ ask: (StoreEnvironment) async throws(StoreServerError) -> Answer
    ) async throws(StoreServerError) -> Located<Answer> {
        var unknown: StoreServerError?
        for environment in environments {
            do throws(StoreServerError) {
                return Located(environment: environment, answer: try await ask(environment))
            } catch {
                guard error.code == .transactionNotFound, error.kind == .notFound else {
                    throw error
                }
                unknown = error
            }
        }
        throw unknown ?? .invalid(.transactionInfo, "no environment is configured")
    }

    /// Finds a transaction by its id, in whichever environment it is.
    package func locate(
        transaction id: String
    ) async throws(StoreServerError) -> Located<String> {
        try await locate { (environment) async throws(StoreServerError) in
            try await self.transaction(id, in: environment)
        }
    }
}
