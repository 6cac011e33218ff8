internal import Cryptography

/// Reads what a notification is about: the first present of its four places, and what it says of
/// app and environment.
struct NotificationContent {
    /// In the order of the store's libraries.
    enum Place: String, CaseIterable {
        case data
        case summary
        case externalPurchaseToken
        case appData
    }

    let place: Place
    let fields: PayloadFields
    let bundleID: String?
    let appAppleID: Int64?
    /// In the store's spelling, known or not.
    let environmentName: String?

    /// Returns nil where no place is present.
    init?(_ fields: PayloadFields) throws(VerificationError) {
        for place in Place.allCases {
            let found: PayloadFields?
            switch place {
            case .data: found = try fields.object("data")
            case .summary: found = try fields.object("summary")
            case .externalPurchaseToken: found = try fields.object("externalPurchaseToken")
            case .appData: found = try fields.object("appData")
            }
            guard let found else { continue }
            self.place = place
            self.fields = found
            bundleID = try found.text("bundleId")
            appAppleID = try found.integer("appAppleId")
            if place == .externalPurchaseToken {
                // It has no field for it: the id begins with SANDBOX, or it is a real one.
                let isSandbox = try found.text("externalPurchaseId")?.hasPrefix("SANDBOX") ?? false
                environmentName = isSandbox ? "Sandbox" : "Production"
            } else {
                environmentName = try found.text("environment")
            }
            return
        }
        return nil
    }
}
