/// One thing that goes wrong for people who do this job, as collected from public reports: what this service
/// promises, and the tests that show it, or the reason why a backend can't act on it.
struct FieldCase: Sendable, CustomStringConvertible {
    /// A test, by where it is written.
    struct Shown: Sendable, Hashable {
        /// Below `Tests/`.
        let file: String
        let suite: String
        let test: String
    }

    /// Its number in the collection.
    let number: Int
    let promise: String
    let shown: [Shown]
    /// Why a backend can't act on it.
    let outOfReach: String?

    init(
        _ number: Int, _ promise: String, _ shown: Shown..., outOfReach: String? = nil
    ) {
        self.number = number
        self.promise = promise
        self.shown = shown
        self.outOfReach = outOfReach
    }

    var description: String { "\(number): \(promise)" }
}

// Where the tests are.
extension FieldCase.Shown {
    static func pending(_ test: String) -> Self { here("FieldCasesPending", test) }
    static func delivery(_ test: String) -> Self { here("FieldCasesDelivery", test) }
    static func accounts(_ test: String) -> Self { here("FieldCasesAccounts", test) }
    static func notifications(_ test: String) -> Self { here("FieldCasesNotifications", test) }
    static func verification(_ test: String) -> Self { here("FieldCasesVerification", test) }
    static func time(_ test: String) -> Self { here("FieldCasesTime", test) }

    static func here(_ suite: String, _ test: String) -> Self {
        Self(file: "ServiceTests/\(suite).swift", suite: suite, test: test)
    }

    static func storage(_ suite: String, _ test: String) -> Self {
        Self(file: "StorageTests/\(suite).swift", suite: suite, test: test)
    }

    static func appStore(_ suite: String, _ test: String) -> Self {
        Self(file: "AppStoreTests/\(suite).swift", suite: suite, test: test)
    }

    static func asking(_ suite: String, _ test: String) -> Self {
        Self(file: "AppStoreServerTests/\(suite).swift", suite: suite, test: test)
    }

    static func command(_ suite: String, _ test: String) -> Self {
        Self(file: "CommandTests/\(suite).swift", suite: suite, test: test)
    }
}
