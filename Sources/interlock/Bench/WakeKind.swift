/// What wakes a parked poll.
enum WakeKind: String, CaseIterable, Sendable {
    case reserve, report, release, settlement, deadline, expiry
    case join, leave, removal, dissolution

    /// What happens, and from when its wake-up is timed.
    var meaning: String {
        switch self {
        case .reserve: "another device reserves; from the answer to it"
        case .report: "it reports pending; from the answer to it"
        case .release: "the account releases the pending intent; from the answer to it"
        case .settlement: "a signed transaction settles an intent; from the answer to its upload"
        case .deadline: "a reserved intent's deadline passes, nobody acts; from its expires_at"
        case .join: "an account joins a group; until two members and it know, from the answer to it"
        case .leave: "a member leaves; until it and two members know, from the answer to it"
        case .removal:
            "the backend removes a member; until it and two members know, from the answer"
        case .dissolution:
            "the backend dissolves a group; until its three members know, from the answer"
        case .expiry: "a subscription ends, nobody acts; from the transaction's expiresDate"
        }
    }
}
