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
}
