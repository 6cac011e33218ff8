import Authentication
import InterlockAPI

/// All that the console says in its own words, in one language. Another language is another value.
struct ConsoleWords: Sendable {
    var language = "en"
    var console = "Interlock console"
    var skip = "Skip to the content"

    // Around each page.
    var overview = "Overview"
    var locks = "Locks"
    var incidents = "Incidents"
    var audit = "Audit"
    var searchLabel = "Search"
    var searchHint = "Account, intent id, transaction id or app account token"
    var find = "Find"
    var signOut = "Sign out"
    var none = "none"
    var unknown = "unknown"
    var yes = "yes"
    var no = "no"

    // Signing in.
    var signIn = "Sign in"
    var key = "Key"
    var keyHint = "A key with the role viewer, operator or admin (it begins with ilk_)."
    var wrongKey = "This key doesn't open the console."
    var tooManyTries = "Too many wrong keys from this address. Wait a minute and try again."
    var staleForm = "The form was out of date. Please try again."
    var signedOut = "You are signed out."

    // Overview.
    var open = "Open intents"
    var pending = "Pending"
    var stuck = "Stuck"
    var openIncidents = "Open incidents"
    var waitingDevices = "Devices waiting on this node"
    var reserved = "Reserved"
    var confirming = "Confirming"
    var oldest = "Oldest open intent"
    var nothingStuck = "Nothing is stuck."
    var stuckMeans = """
        Stuck is what was reserved and can't be renewed any more, confirming for over ten minutes, or \
        pending for over a day.
        """

    // Locks.
    var locksCaption = "Open intents, the stuck ones first, then the oldest"
    var product = "Product"
    var status = "Status"
    var account = "Account"
    var device = "Device"
    var environment = "Environment"
    var since = "Since"
    var deadline = "Deadline"
    var age = "Age"
    var any = "any"
    var filter = "Filter"
    var clear = "Clear"
    var nextPage = "Next page"
    var firstPage = "First page"
    var nothingFound = "Nothing found."
    var noClaim = "no claim"

    // An intent.
    var intent = "Intent"
    var request = "Request id"
    var sets = "Exclusion sets"
    var holds = "Holds now"
    var holdsNothing = "nothing"
    var group = "Group"
    var ownScope = "none: it locks for its account alone"
    var created = "Created"
    var updated = "Last change"
    var pendingReason = "Waits for"
    var metadata = "Metadata (from the app)"
    var errorText = "Error (from the app)"
    var risks = "Risks"
    var transaction = "Transaction"
    var original = "Original transaction"
    var purchased = "Purchased"
    var expires = "Expires"
    var revoked = "Revoked"
    var settledLate = "settled late"
    var fromSource = "First came from"
    var ownership = "Ownership"
    var beside = "Other open intents beside it"
    var timeline = "What happened"
    var noTimeline = "Its history is no longer kept."
    var released = "Released. Devices that wait were told."
    var resolved = "Resolved."

    // Releasing.
    var release = "Release this lock"
    var reason = "Reason (for the history and the audit)"
    var reasonHint = "A ticket number helps. At most 500 characters. Don't write secrets here."
    var releaseButton = "Release"
    var consequences = "What happens when you release it"
    var viewerOnly = "Your key may look, not act. An operator can release this lock."
    var notStuckYet = "This one isn't stuck yet: the purchase may be going on right now."

    // An account.
    var members = "Members of its group"
    var role = "Role"
    var joined = "Joined"
    var devices = "Devices"
    var firstSeen = "First seen"
    var lastSeen = "Last seen"
    var intents = "Intents"
    var newestFifty = "The newest fifty"
    var transactions = "Transactions"
    var token = "App account token"
    var deviceView = "What its devices see now"
    var button = "Purchase button"
    var heldBy = "Held by"
    var entitlements = "What it may use"
    var renews = "Renews"
    var thisAccount = "this account"
    var otherMember = "another member"

    // Incidents.
    var incidentsCaption = "Incidents, the newest first"
    var seen = "Last seen"
    var times = "Times"
    var kind = "Kind"
    var detail = "Detail"
    var resolution = "Resolution"
    var resolve = "Resolve"
    var resolveReason = "How it was resolved"

    // The audit.
    var auditCaption = "What was done with keys of this app, the newest first"
    var when = "When"
    var who = "Who"
    var act = "Act"
    var subject = "To what"
    var why = "Why"

    // Searching.
    var search = "Search"
    var found = "Found"
    var nobodys = "nobody's yet"

    // Refusals.
    var notFoundTitle = "Not found"
    var notFoundText = "There is no such thing in this app, or no longer."
    var forbiddenTitle = "Not allowed"
    var forbiddenText = "Your key may look, not act."
    var forgedTitle = "The form can't be accepted"
    var forgedText = "It wasn't made for this session. Go back, load the page again and repeat."
    var malformedTitle = "That can't be read"
    var malformedText = "Something in the address or the form is not as it should be."
    var reasonTitle = "A reason is needed"
    var reasonText = "Write why, in at most 500 characters. Nothing was changed."
    var changedTitle = "Somebody changed it"
    var changedText = """
        It is not as it was when you looked at it, so nothing was done. Look at it again, then decide.
        """
    var closedTitle = "It is closed already"
    var closedText = "This intent ended before you released it. Nothing was changed."
    var failedTitle = "This didn't work"
    var failedText = "The service couldn't answer. Try again in a moment."
    var lookAgain = "Look at it again"
    var back = "Back to the overview"

    static let english = ConsoleWords()

    /// Names an environment, a status or a kind: the API's own words, readable.
    func plain(_ word: String) -> String { word.replacing("_", with: " ") }

    func over(seconds: Int64) -> String {
        switch seconds {
        case ..<3_600: "over \(seconds / 60) min"
        case ..<86_400: "over \(seconds / 3_600) h"
        default: "over \(seconds / 86_400) d"
        }
    }

    /// How long ago, roughly.
    func age(seconds: Int64) -> String {
        switch seconds {
        case ..<60: "\(max(0, seconds)) s"
        case ..<3_600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
        default: "\(seconds / 86_400) d \(seconds % 86_400 / 3_600) h"
        }
    }
}

// What a release does, in plain words.
extension ConsoleWords {
    func unlocks(_ sets: [String], forGroup: Bool) -> String {
        let whom = forGroup ? "every member of its group" : "all devices of its account"
        guard !sets.isEmpty else {
            return "It holds no lock right now, so nothing is unlocked; it only stops waiting."
        }
        let names = sets.joined(separator: ", ")
        return "The purchase buttons of \(names) come back for \(whom), at once."
    }

    func others(_ count: Int64) -> String? {
        count == 0
            ? nil
            : "Other open intents beside it: \(count). The oldest that waits for this lock gets it."
    }

    func storeGoesOn(_ status: IntentStatus) -> String {
        switch status {
        case .pending:
            """
            The request at the store is not cancelled: nobody but the store can do that. A parent or a bank \
            may still approve it.
            """
        case .confirming:
            "The device said that it had paid. The purchase may well be real and arrive later."
        default:
            "If the store's purchase sheet is open on that device, the person may still go on and buy."
        }
    }

    var late: String {
        """
        If the purchase arrives after all, it is recorded and the account owns it; this intent is then \
        completed, marked as settled late. If something else was bought in between, an incident tells of \
        the double purchase.
        """
    }

    func warns(_ wasReported: Bool) -> String? {
        wasReported
            ? "For a while, devices warn that an earlier request is unresolved before somebody buys."
            : nil
    }
}
