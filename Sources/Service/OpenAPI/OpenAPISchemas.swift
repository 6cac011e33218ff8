import InterlockAPI

/// The schemas of the OpenAPI document: one line of members for each wire type. `?` may be null, `~` may be left
/// out, `[x]` is an array; a capital names another schema.
enum OpenAPISchemas {
    private static let members: [String: String] = [
        "Intent": """
        id:uuid request_id:string status:IntentStatus product_id:string environment:StoreEnvironment \
        exclusion_sets:[string] account_id:string device_id:string app_account_token:uuid \
        fence:integer created_at:time updated_at:time expires_at:time? expires_in_ms:integer? \
        pending_reason:PendingReason? transaction_id:string? settled_late:boolean risks:[string]
        """,
        "IntentEnvelope": "intent:Intent",
        "IntentList": "intents:[Intent] next_cursor:string?",
        "ReserveRequest": """
        product_id:string request_id:string environment:StoreEnvironment~ metadata:object~ \
        signed_app_transaction:string~
        """,
        "ReportRequest": """
        result:ReportResult reason:PendingReason~ error:string~ signed_transaction:string~
        """,
        "ReleaseRequest": "reason:string lock_delay:string~",
        "ReleaseManyRequest": """
        reason:string~ lock_delay:string~ intents:[SeenIntent]~ filter:LockFilter~ dry_run:boolean
        """,
        "SeenIntent": "id:uuid etag:string~",
        "LockFilter": """
        environment:StoreEnvironment~ status:IntentStatus~ product_id:string~ account_id:string~ \
        stuck:boolean~ older_than:string~
        """,
        "LockRelease": """
        id:uuid outcome:LockReleaseOutcome intent:Intent? etag:string? \
        consequence:LockReleaseConsequence~ unlocks:[string]~ unlocks_count:integer~ \
        next_intent_id:uuid~ stuck:boolean~
        """,
        "LockReleaseList": "dry_run:boolean count:integer intents:[LockRelease]",
        "ResolveRequest": "reason:string",
        "TransferRequest": "account_id:string reason:string environment:StoreEnvironment~",
        "TransactionUpload": "signed_transactions:[string]",
        "TransactionResult": """
        transaction_id:string? outcome:TransactionOutcome code:string~ intent_id:uuid~
        """,
        "TransactionResults": "results:[TransactionResult]",
        "NotificationBody": "signedPayload:string",
        "ClientTokenRequest": "account_id:string device_id:string expires_in:string~",
        "ClientToken": "token:string expires_at:time",
        "AccountUpdate": "app_account_token:uuid",
        "Account": "id:string app_account_token:uuid",
        "AccountEnvelope": "account:Account",
        "Scope": "kind:ScopeKind group_id:string?",
        "Holder": """
        status:IntentStatus same_account:boolean same_device:boolean product_id:string \
        since:time expires_at:time expires_in_ms:integer intent_id:uuid?
        """,
        "OwnedProduct": "product_id:string expires_at:time? same_account:boolean",
        "ProductState": """
        product_id:string status:ProductStatus waiting:integer holder:Holder? \
        owned:OwnedProduct? risks:[string]
        """,
        "Entitlement": """
        product_id:string state:EntitlementState expires_at:time? will_renew:boolean \
        ownership:OwnershipType same_account:boolean transaction_id:string? \
        original_transaction_id:string? entitled:boolean next_product_id:string?
        """,
        "StateDocument": """
        etag:string version:integer environment:StoreEnvironment server_time:time \
        next_change_at:time? scope:Scope products:[ProductState] entitlements:[Entitlement] \
        intents:[Intent]
        """,
        "EntitlementsDocument": """
        environment:StoreEnvironment server_time:time as_of:time~ next_change_at:time? \
        entitlements:[Entitlement] next_cursor:string?
        """,
        "Lock": "intent:Intent has_claim:boolean stuck:boolean scope:Scope etag:string",
        "LockList": "locks:[Lock] next_cursor:string?",
        "ScopeMember": "account_id:string role:string? joined_at:time",
        "AccountAttempt": """
        id:uuid product_id:string environment:string device_id:string status:string \
        transaction_id:string? created_at:time
        """,
        "AccountPurchase": """
        transaction_id:string original_transaction_id:string product_id:string \
        environment:string ownership_type:string purchased_at:time expires_at:time? \
        revoked_at:time? first_source:string
        """,
        "AccountReport": """
        id:string app_account_token:uuid created_at:time scope:Scope members:[ScopeMember] \
        devices:[AccountDevice] intents:[AccountAttempt] transactions:[AccountPurchase] \
        states:[StateDocument] holds:[AccountHold]
        """,
        "AccountHold": """
        intent_id:uuid account_id:string device_id:string product_id:string \
        environment:StoreEnvironment status:IntentStatus since:time until:time? closes:[string]
        """,
        "AccountReportEnvelope": "account:AccountReport",
        "Incident": """
        id:uuid kind:string environment:StoreEnvironment status:string account_id:string~ \
        detail:object opened_at:time seen_at:time times:integer resolved_at:time~ \
        resolution:string~
        """,
        "IncidentEnvelope": "incident:Incident",
        "IncidentList": "incidents:[Incident] next_cursor:string?",
        "LedgerTransaction": """
        transaction_id:string original_transaction_id:string environment:StoreEnvironment \
        product_id:string kind:string ownership_type:string reason:string quantity:integer \
        purchased_at:time expires_at:time~ revoked_at:time~ revocation_type:string~ \
        revocation_percent:integer~ upgraded:boolean account_id:string~ claimed_by:string~ \
        signed_at:time first_source:string recorded_at:time renewal:object~
        """,
        "LedgerTransactionList": "transactions:[LedgerTransaction] next_cursor:string?",
        "AuditRecord": """
        place:integer at:time actor:object act:string subject:object reason:string before:object \
        after:object hash:string accounts:object
        """,
        "AuditList": "audit:[AuditRecord] next_cursor:string?",
        "MergeRequest": "into:string",
        "AccountDevice": "id:string first_seen_at:time last_seen_at:time",
        "AccountDeviceList": "devices:[AccountDevice] next_cursor:string?",
        "GroupRequest": "size_limit:integer~ releasers:[GroupRole]~",
        "GroupMember": "account_id:string? role:GroupRole joined_at:time same_account:boolean",
        "Group": """
        id:uuid size_limit:integer releasers:[GroupRole] created_at:time members:[GroupMember]
        """,
        "GroupEnvelope": "group:Group",
        "InvitationRequest": "role:GroupRole~ expires_in:string~",
        "Invitation": "id:uuid code:string expires_at:time",
        "InvitationEnvelope": "invitation:Invitation",
        "MemberRequest": "role:GroupRole",
        "Catalog": """
        products:[object] exclusion_sets:[object]~ owned_rules:[object]~ deadlines:object~ \
        billing_retry_entitles:boolean~
        """,
        "Problem": """
        type:string title:string status:integer detail:string code:string retryable:boolean \
        request_id:string~ field:string~ holder:Holder~ owned:OwnedProduct~ intent:Intent~
        """,
    ]

    private static let words: [String: [String]] = [
        "IntentStatus": IntentStatus.allCases.map(\.rawValue),
        "StoreEnvironment": StoreEnvironment.allCases.map(\.rawValue),
        "PendingReason": PendingReason.allCases.map(\.rawValue),
        "ReportResult": ReportResult.allCases.map(\.rawValue),
        "TransactionOutcome": TransactionOutcome.allCases.map(\.rawValue),
        "LockReleaseOutcome": LockRelease.Outcome.allCases.map(\.rawValue),
        "LockReleaseConsequence": LockRelease.Consequence.allCases.map(\.rawValue),
        "GroupRole": GroupRole.allCases.map(\.rawValue),
        "ScopeKind": ScopeKind.allCases.map(\.rawValue),
        "ProductStatus": ProductStatus.allCases.map(\.rawValue),
        "EntitlementState": EntitlementState.allCases.map(\.rawValue),
        "OwnershipType": OwnershipType.allCases.map(\.rawValue),
    ]

    /// All schemas by name.
    static let all: [String: WireValue] = members.mapValues(object).merging(
        words.mapValues { words in
            .object(["type": .string("string"), "enum": .array(words.map(WireValue.string))])
        }, uniquingKeysWith: { first, _ in first })

    static func reference(_ name: String) -> WireValue {
        .object(["$ref": .string("#/components/schemas/\(name)")])
    }

    private static func object(_ line: String) -> WireValue {
        var properties: [String: WireValue] = [:]
        var required: [WireValue] = []
        for member in line.split(separator: " ") {
            let parts = member.split(separator: ":")
            guard parts.count == 2 else { continue }
            let name = String(parts[0])
            let mark = parts[1].last
            let type = parts[1].filter { $0 != "?" && $0 != "~" }
            if mark != "~" { required.append(.string(name)) }
            properties[name] = mark == "?" ? nullable(schema(type)) : schema(type)
        }
        return .object([
            "type": .string("object"), "properties": .object(properties),
            "required": .array(required),
        ])
    }

    private static func nullable(_ schema: WireValue) -> WireValue {
        .object(["anyOf": .array([schema, .object(["type": .string("null")])])])
    }

    private static func schema(_ type: String) -> WireValue {
        if type.first == "[" {
            return .object([
                "type": .string("array"), "items": schema(String(type.dropFirst().dropLast())),
            ])
        }
        switch type {
        case "uuid": return .object(["type": .string("string"), "format": .string("uuid")])
        case "time": return .object(["type": .string("string"), "format": .string("date-time")])
        case let name where name.first?.isUppercase == true: return reference(name)
        default: return .object(["type": .string(type)])
        }
    }
}
