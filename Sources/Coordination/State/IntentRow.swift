package import FoundationEssentials
package import InterlockAPI

/// Holds an intent as one read of its scope delivers it: snake-case members, times as microseconds since 1970.
package struct IntentRow: Hashable, Sendable {
    package var intentID: UUID
    package var accountID: String
    package var deviceID: String
    package var productID: String
    /// The exclusion sets that it took when it was granted.
    package var sets: [String]
    /// As stored: an open status may be past its deadline already.
    package var status: IntentStatus
    package var pendingReason: PendingReason?
    package var hasClaim: Bool
    package var createdAt: Timestamp
    package var updatedAt: Timestamp
    package var expiresAt: Timestamp?
    package var riskUntil: Timestamp?
    /// Until when a release keeps its sets closed to everybody.
    package var delayUntil: Timestamp?
    package var requestID: String
    package var fence: Int64
    package var appAccountToken: UUID
    package var risks: [Risk]
    package var transactionID: String?
    package var settledLate: Bool

    package init(
        intentID: UUID, accountID: String, deviceID: String, productID: String, sets: [String],
        status: IntentStatus, pendingReason: PendingReason? = nil, hasClaim: Bool,
        createdAt: Timestamp, updatedAt: Timestamp, expiresAt: Timestamp?,
        riskUntil: Timestamp? = nil, delayUntil: Timestamp? = nil, requestID: String, fence: Int64,
        appAccountToken: UUID,
        risks: [Risk] = [], transactionID: String? = nil, settledLate: Bool = false
    ) {
        self.intentID = intentID
        self.accountID = accountID
        self.deviceID = deviceID
        self.productID = productID
        self.sets = sets
        self.status = status
        self.pendingReason = pendingReason
        self.hasClaim = hasClaim
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.expiresAt = expiresAt
        self.riskUntil = riskUntil
        self.delayUntil = delayUntil
        self.requestID = requestID
        self.fence = fence
        self.appAccountToken = appAccountToken
        self.risks = risks
        self.transactionID = transactionID
        self.settledLate = settledLate
    }

    /// Tells whether it is open: by its status, and its deadline not reached.
    package func isOpen(at now: Timestamp) -> Bool {
        status.isOpen && expiresAt.map { $0 > now } ?? true
    }

    /// Tells whether it was released and its sets are still closed to everybody.
    package func isDelayed(at now: Timestamp) -> Bool {
        status == .released && delayUntil.map { $0 > now } ?? false
    }

    /// Until when it is in the way at most: its deadline, or of a released one the end of its delay.
    package var heldUntil: Timestamp? { status == .released ? delayUntil : expiresAt }

    /// Tells whether it has what it stands for: its claims, or the delay of its release.
    package func isHolding(at now: Timestamp) -> Bool { hasClaim || isDelayed(at: now) }

    /// Tells whether its deadline closed it and nobody wrote that down yet.
    package func isExpiredByClock(at now: Timestamp) -> Bool { status.isOpen && !isOpen(at: now) }

    /// Shows it as its account sees it at `now`: a deadline that passed shows as `expired`. The deadline is shown
    /// while it is open or expired.
    package func resource(environment: StoreEnvironment, now: Timestamp) -> Intent {
        let shown = isExpiredByClock(at: now) ? .expired : status
        let deadline = shown.isOpen || shown == .expired ? expiresAt : nil
        return Intent(
            id: intentID, requestID: requestID, status: shown, productID: productID,
            environment: environment, exclusionSets: sets, accountID: accountID,
            deviceID: deviceID, appAccountToken: appAccountToken, fence: fence,
            createdAt: createdAt, updatedAt: updatedAt, expiresAt: deadline,
            expiresInMs: deadline?.milliseconds(since: now),
            pendingReason: pendingReason, transactionID: transactionID,
            settledLate: settledLate, risks: risks)
    }
}

extension IntentRow: Codable {
    enum CodingKeys: String, CodingKey {
        case sets, status, fence, risks
        case intentID = "intent_id"
        case accountID = "account_id"
        case deviceID = "device_id"
        case productID = "product_id"
        case pendingReason = "pending_reason"
        case hasClaim = "has_claim"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case expiresAt = "expires_at"
        case riskUntil = "risk_until"
        case delayUntil = "delay_until"
        case requestID = "request_id"
        case appAccountToken = "app_account_token"
        case transactionID = "transaction_id"
        case settledLate = "settled_late"
    }

    package init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        intentID = try row.decode(UUID.self, forKey: .intentID)
        accountID = try row.decode(String.self, forKey: .accountID)
        deviceID = try row.decode(String.self, forKey: .deviceID)
        productID = try row.decode(String.self, forKey: .productID)
        sets = try row.decode([String].self, forKey: .sets)
        status = try row.decode(IntentStatus.self, forKey: .status)
        pendingReason = try row.decodeIfPresent(PendingReason.self, forKey: .pendingReason)
        hasClaim = try row.decode(Bool.self, forKey: .hasClaim)
        createdAt = try row.decodeMicroseconds(forKey: .createdAt)
        updatedAt = try row.decodeMicroseconds(forKey: .updatedAt)
        expiresAt = try row.decodeMicrosecondsIfPresent(forKey: .expiresAt)
        riskUntil = try row.decodeMicrosecondsIfPresent(forKey: .riskUntil)
        delayUntil = try row.decodeMicrosecondsIfPresent(forKey: .delayUntil)
        requestID = try row.decode(String.self, forKey: .requestID)
        fence = try row.decode(Int64.self, forKey: .fence)
        appAccountToken = try row.decode(UUID.self, forKey: .appAccountToken)
        risks = try row.decodeIfPresent([Risk].self, forKey: .risks) ?? []
        transactionID = try row.decodeIfPresent(String.self, forKey: .transactionID)
        settledLate = try row.decodeIfPresent(Bool.self, forKey: .settledLate) ?? false
    }

    package func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(intentID.wireText, forKey: .intentID)
        try row.encode(accountID, forKey: .accountID)
        try row.encode(deviceID, forKey: .deviceID)
        try row.encode(productID, forKey: .productID)
        try row.encode(sets, forKey: .sets)
        try row.encode(status, forKey: .status)
        try row.encode(pendingReason, forKey: .pendingReason)
        try row.encode(hasClaim, forKey: .hasClaim)
        try row.encode(createdAt.microseconds, forKey: .createdAt)
        try row.encode(updatedAt.microseconds, forKey: .updatedAt)
        try row.encode(expiresAt?.microseconds, forKey: .expiresAt)
        try row.encode(riskUntil?.microseconds, forKey: .riskUntil)
        try row.encode(delayUntil?.microseconds, forKey: .delayUntil)
        try row.encode(requestID, forKey: .requestID)
        try row.encode(fence, forKey: .fence)
        try row.encode(appAccountToken.wireText, forKey: .appAccountToken)
        try row.encode(risks, forKey: .risks)
        try row.encode(transactionID, forKey: .transactionID)
        try row.encode(settledLate, forKey: .settledLate)
    }
}

extension KeyedDecodingContainer {
    /// Reads a time as the database's JSON has it: microseconds since 1970.
    func decodeMicroseconds(forKey key: Key) throws -> Timestamp {
        Timestamp(microseconds: try decode(Int64.self, forKey: key))
    }

    /// Reads a time that may be null or missing.
    func decodeMicrosecondsIfPresent(forKey key: Key) throws -> Timestamp? {
        try decodeIfPresent(Int64.self, forKey: key).map(Timestamp.init(microseconds:))
    }
}
