/// Names the app that a storefront sells for.
package struct StoreApp: Sendable, Equatable {
    package var bundleID: String
    package var appAppleID: Int64?
    /// In the store's spelling.
    package var environment: String

    package init(
        bundleID: String, appAppleID: Int64? = 1_234_567_890, environment: String = "Sandbox"
    ) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.environment = environment
    }
}
