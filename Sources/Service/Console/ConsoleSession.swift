import Authentication
import FoundationEssentials
import InterlockAPI
import Storage

/// Somebody who is signed in. The secret is the cookie's; the database has its hash only, and every request
/// asks whether the session and its key still count.
struct ConsoleSession: Sendable {
    /// A session ends twelve hours after its sign-in, whatever happens.
    static let lifetime: Int32 = 43_200

    let secret: ConsoleSecret
    let app: RegisteredApp
    /// The apps that the browser is signed in to, as it says, this one first.
    let apps: [String]
    let key: KeyStore.Entry
    /// The page that is shown, to come back to.
    let place: ConsolePlace?

    var actor: StoreActor { .key(id: key.id.wireText, label: key.label) }
    var mayAct: Bool { may(.administrate) }

    func may(_ permission: KeyPermission) -> Bool { key.role.may(permission) }
}
