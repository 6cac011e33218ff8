/// Holds what an answer says about itself, unsigned: for logs, not for decisions.
package struct AnswerEnvelope: Sendable, Equatable {
    package let bundleID: String?
    package let appAppleID: Int64?
    /// In the store's spelling, known or not.
    package let environmentName: String?

    init(_ fields: AnswerFields) throws(StoreServerError) {
        bundleID = try fields.text("bundleId")
        appAppleID = try fields.integer("appAppleId")
        environmentName = try fields.text("environment")
    }

    /// Refuses an answer about another app, which says nothing about what was asked: a wrong address, or
    /// a stand-in of another app's.
    ///
    /// - Parameter isEmpty: nothing is in it. The store names the app in each answer; one that holds
    ///   nothing and names nobody isn't an answer.
    func require(
        _ bundleID: String, isEmpty: Bool, in call: StoreCall
    ) throws(StoreServerError) {
        if let named = self.bundleID {
            guard named == bundleID else {
                throw .foreign(
                    call,
                    "an answer about \(named), not \(bundleID): look at the app's store URL")
            }
        } else if isEmpty {
            throw .foreign(
                call,
                "an answer about no app: look at the app's store URL and at proxies on the way")
        }
    }
}
