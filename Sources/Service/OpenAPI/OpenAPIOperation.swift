import InterlockAPI

/// What the OpenAPI document says of one route beside its method and path.
struct OpenAPIOperation {
    var summary: String
    /// Who may call it; empty for everybody.
    var schemes: [String]
    var body: String?
    var answer: String?
    var statuses: [Int: String] = [200: "done"]
    var query: [String] = []
    var headers: [String] = []

    private static let device = ["clientToken", "key"]
    private static let key = ["key"]

    /// The two operations of the catalog, by method.
    static let catalog: [String: OpenAPIOperation] = [
        "get": OpenAPIOperation("Reads the catalog; its revision is the ETag", key, nil, "Catalog"),
        "put": OpenAPIOperation(
            "Replaces the catalog that If-Match names", key, "Catalog", "Catalog",
            headers: ["If-Match"]),
    ]

    init(
        _ summary: String, _ schemes: [String], _ body: String? = nil, _ answer: String? = nil,
        statuses: [Int: String] = [200: "done"], query: [String] = [], headers: [String] = []
    ) {
        self.summary = summary
        self.schemes = schemes
        self.body = body
        self.answer = answer
        self.statuses = statuses
        self.query = query
        self.headers = headers
    }

    init(_ route: Route) {
        switch route {
        case .createIntent:
            self.init(
                "Reserves an intent to buy a product", Self.device, "ReserveRequest",
                "IntentEnvelope", statuses: [201: "granted", 200: "the same request again"])
        case .listIntents:
            self.init(
                "Lists the account's intents, the newest first", Self.device, nil, "IntentList",
                query: ["status", "limit", "cursor"])
        case .getIntent:
            self.init("Gives one intent", Self.device, nil, "IntentEnvelope")
        case .renewIntent:
            self.init("Extends a reserved intent", Self.device, nil, "IntentEnvelope")
        case .reportIntent:
            self.init(
                "Reports what the store answered", Self.device, "ReportRequest", "IntentEnvelope")
        case .releaseIntent:
            self.init(
                "Gives up a pending intent, or another member's", Self.device, "ReleaseRequest",
                "IntentEnvelope", statuses: [200: "given up", 204: "another member's is given up"])
        case .uploadTransactions:
            self.init(
                "Uploads signed transactions", Self.device, "TransactionUpload",
                "TransactionResults")
        case .getState:
            self.init(
                "Gives the state document, or waits until it differs", Self.device, nil,
                "StateDocument", statuses: [200: "the state", 304: "the wait has ended"],
                query: ["environment", "wait", "etag"], headers: ["If-None-Match", "Prefer"])
        case .getEntitlements:
            self.init(
                "Says what the account may use", Self.device, nil, "EntitlementsDocument",
                query: ["environment", "at"])
        case .createClientToken:
            self.init(
                "Mints a client token", Self.key, "ClientTokenRequest", "ClientToken",
                statuses: [201: "minted"])
        case .updateAccount:
            self.init(
                "Sets an account's own app account token", Self.key, "AccountUpdate",
                "AccountEnvelope")
        case .forgetAccount:
            self.init("Forgets an account", Self.key, statuses: [204: "forgotten"])
        case .mergeAccount:
            self.init(
                "Makes two accounts of one person one", Self.key, "MergeRequest",
                "AccountEnvelope")
        case .listDevices:
            self.init("Lists an account's devices", Self.device, nil, "AccountDeviceList")
        case .forgetDevice:
            self.init("Forgets a device", Self.device, statuses: [204: "forgotten"])
        case .createGroup:
            self.init(
                "Makes a group; who makes it is its organizer", Self.device, "GroupRequest",
                "GroupEnvelope", statuses: [201: "made"])
        case .getGroup: self.init("Gives a group to its members", Self.device, nil, "GroupEnvelope")
        case .dissolveGroup:
            self.init("Ends a group", Self.device, statuses: [204: "ended"])
        case .createInvitation:
            self.init(
                "Invites somebody, by a code that is shown once", Self.device, "InvitationRequest",
                "InvitationEnvelope", statuses: [201: "made"])
        case .revokeInvitation:
            self.init("Revokes an invitation", Self.device, statuses: [204: "revoked"])
        case .acceptInvitation:
            self.init("Joins the group of a code", Self.device, nil, "GroupEnvelope")
        case .declineInvitation:
            self.init("Uses a code up without joining", Self.device, statuses: [204: "declined"])
        case .putMember:
            self.init(
                "Puts a member in, changes its role, or hands the organizer's over", Self.device,
                "MemberRequest", "GroupEnvelope")
        case .removeMember:
            self.init("Leaves, or removes another", Self.device, statuses: [204: "gone"])
        case .appStoreNotification:
            self.init("Takes a notification of the App Store", [], "NotificationBody")
        default: self.init(administration: route)
        }
    }

    private init(administration route: Route) {
        switch route {
        case .adminListLocks:
            self.init(
                "Lists open intents: stuck ones first, then by when they become stuck", Self.key,
                nil, "LockList",
                query: [
                    "environment", "status", "product_id", "account_id", "older_than", "limit",
                    "cursor",
                ])
        case .adminGetIntent:
            self.init("Gives one intent by its id", Self.key, nil, "IntentEnvelope")
        case .adminReleaseIntent:
            self.init(
                "Releases an open intent, with a reason; its sets may stay closed for up to a day",
                Self.key, "ReleaseRequest", "IntentEnvelope", headers: ["If-Match"])
        case .adminReleaseLocks:
            self.init(
                """
                Says what releasing up to 500 open intents would do (dry_run), or releases those that \
                are as they were shown
                """, Self.key, "ReleaseManyRequest", "LockReleaseList")
        case .adminGetAccount:
            self.init(
                """
                Gives one account: its group, devices, intents and transactions, and what its devices \
                see now
                """, Self.key, nil, "AccountReportEnvelope")
        case .adminListIncidents:
            self.init(
                "Lists what a person should see", Self.key, nil, "IncidentList",
                query: ["status", "kind", "environment", "account_id", "limit", "cursor"])
        case .adminResolveIncident:
            self.init(
                "Resolves an incident, with a reason", Self.key, "ResolveRequest",
                "IncidentEnvelope")
        case .adminListTransactions:
            self.init(
                "Lists store transactions of an account or an id", Self.key, nil,
                "LedgerTransactionList",
                query: [
                    "account_id", "transaction_id", "original_transaction_id", "environment",
                    "limit", "cursor",
                ])
        case .adminTransferTransaction:
            self.init(
                "Gives a purchase to another account, with a reason", Self.key, "TransferRequest",
                "LedgerTransactionList")
        case .adminListAudit:
            self.init(
                "Lists what administrators did, the newest first", Self.key, nil, "AuditList",
                query: ["account_id", "act", "from", "to", "limit", "cursor"])
        case .readyz: self.init("Says whether it takes requests", [])
        case .openAPI: self.init("Gives this document", [])
        case .metrics: self.init("Gives metrics as Prometheus text", [])
        default: self.init("Says that the process lives", [])
        }
    }
}
