/// Names every route, once for server and clients: its method and its path.
public enum Route: String, CaseIterable, Hashable, Sendable {
    /// Reserve: `ReserveRequest` → `IntentEnvelope`.
    case createIntent
    /// → `IntentList`; `status=open` leaves out the closed ones.
    case listIntents
    /// → `IntentEnvelope`.
    case getIntent
    /// Extends a reserved intent → `IntentEnvelope`.
    case renewIntent
    /// `ReportRequest` → `IntentEnvelope`.
    case reportIntent
    /// `ReleaseRequest` → `IntentEnvelope`.
    case releaseIntent
    /// `TransactionUpload` → `TransactionResults`.
    case uploadTransactions
    /// → `StateDocument`, at once or when it differs.
    case getState
    /// → `EntitlementsDocument`.
    case getEntitlements
    /// `ClientTokenRequest` → `ClientToken`.
    case createClientToken
    /// `AccountUpdate` → `AccountEnvelope`.
    case updateAccount
    /// Forgets an account → nothing.
    case forgetAccount
    /// `MergeRequest` → `AccountEnvelope`: the one that stays.
    case mergeAccount
    /// → `AccountDeviceList`.
    case listDevices
    /// → nothing.
    case forgetDevice
    /// `GroupRequest` → `GroupEnvelope`.
    case createGroup
    /// → `GroupEnvelope`.
    case getGroup
    /// Dissolves a group → nothing.
    case dissolveGroup
    /// `InvitationRequest` → `InvitationEnvelope`.
    case createInvitation
    /// → nothing.
    case revokeInvitation
    /// → `GroupEnvelope`.
    case acceptInvitation
    /// → nothing.
    case declineInvitation
    /// `MemberRequest` → `GroupEnvelope`.
    case putMember
    /// Leaves, or removes another → nothing.
    case removeMember
    /// `NotificationBody` → nothing.
    case appStoreNotification
    /// → `LockList`.
    case adminListLocks
    /// Many at once, or what that would do: `ReleaseManyRequest` → `LockReleaseList`.
    case adminReleaseLocks
    /// → `IntentEnvelope`, with the ETag that a release needs.
    case adminGetIntent
    /// `ReleaseRequest` → `IntentEnvelope`.
    case adminReleaseIntent
    /// → `AccountReportEnvelope`.
    case adminGetAccount
    /// → `IncidentList`.
    case adminListIncidents
    /// `ResolveRequest` → `IncidentEnvelope`.
    case adminResolveIncident
    /// → `LedgerTransactionList`, of one account or by one id.
    case adminListTransactions
    /// `TransferRequest` → `LedgerTransactionList`: the line, as it now is.
    case adminTransferTransaction
    /// → `AuditList`: what administrators did.
    case adminListAudit
    /// 200 while the process lives.
    case livez
    /// 200 while it takes requests.
    case readyz
    /// Prometheus text.
    case metrics
    /// This API as an OpenAPI document.
    case openAPI

    /// The method.
    public var method: HTTPMethod {
        switch self {
        case .listIntents, .getIntent, .getState, .getGroup, .listDevices, .getEntitlements,
            .adminListLocks, .adminGetAccount,
            .adminGetIntent, .adminListIncidents, .adminListTransactions, .adminListAudit, .livez,
            .readyz, .metrics, .openAPI:
            .get
        case .createIntent, .renewIntent, .reportIntent, .releaseIntent, .uploadTransactions,
            .createClientToken, .appStoreNotification, .createGroup, .createInvitation,
            .mergeAccount,
            .acceptInvitation, .declineInvitation, .adminReleaseIntent,
            .adminReleaseLocks, .adminResolveIncident, .adminTransferTransaction:
            .post
        case .updateAccount, .putMember: .put
        case .forgetAccount, .forgetDevice, .dissolveGroup, .revokeInvitation, .removeMember:
            .delete
        }
    }

    /// The path; a segment in braces is a parameter.
    public var template: String {
        switch self {
        case .createIntent, .listIntents: "/v1/intents"
        case .getIntent: "/v1/intents/{id}"
        case .renewIntent: "/v1/intents/{id}/renew"
        case .reportIntent: "/v1/intents/{id}/result"
        case .releaseIntent: "/v1/intents/{id}/release"
        case .uploadTransactions: "/v1/transactions"
        case .getState: "/v1/state"
        case .getEntitlements: "/v1/entitlements"
        case .createClientToken: "/v1/client-tokens"
        case .updateAccount, .forgetAccount: "/v1/accounts/{id}"
        case .mergeAccount: "/v1/accounts/{id}/merge"
        case .listDevices: "/v1/accounts/{id}/devices"
        case .forgetDevice: "/v1/accounts/{id}/devices/{device}"
        case .createGroup: "/v1/groups"
        case .getGroup, .dissolveGroup: "/v1/groups/{id}"
        case .createInvitation: "/v1/groups/{id}/invitations"
        case .revokeInvitation: "/v1/groups/{id}/invitations/{invitation}"
        case .acceptInvitation: "/v1/invitations/{code}/accept"
        case .declineInvitation: "/v1/invitations/{code}/decline"
        case .putMember, .removeMember: "/v1/groups/{id}/members/{account}"
        case .appStoreNotification: "/v1/notifications/app-store"
        case .adminListLocks: "/v1/admin/locks"
        case .adminReleaseLocks: "/v1/admin/locks/release"
        case .adminGetIntent: "/v1/admin/intents/{id}"
        case .adminGetAccount: "/v1/admin/accounts/{id}"
        case .adminReleaseIntent: "/v1/admin/intents/{id}/release"
        case .adminListIncidents: "/v1/admin/incidents"
        case .adminResolveIncident: "/v1/admin/incidents/{id}/resolve"
        case .adminListTransactions: "/v1/admin/transactions"
        case .adminTransferTransaction: "/v1/admin/transactions/{id}/transfer"
        case .adminListAudit: "/v1/admin/audit"
        case .livez: "/livez"
        case .readyz: "/readyz"
        case .metrics: "/metrics"
        case .openAPI: "/openapi.json"
        }
    }

    /// Writes the path with its parameters, percent-encoded, in the template's order. A parameter that is missing
    /// stays as its name in braces.
    public func path(_ parameters: String...) -> String {
        var rest = parameters[...]
        return template.split(separator: "/").reduce(into: "") { path, segment in
            let isParameter = segment.first == "{"
            let value = isParameter ? rest.popFirst().map(PercentCoding.encode) : nil
            path += "/" + (value ?? String(segment))
        }
    }
}
