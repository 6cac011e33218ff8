// InterlockAPITests: what goes over the wire, byte for byte, and how what comes from it is refused. Imports
// InterlockAPI and FoundationEssentials only.
import FoundationEssentials
import InterlockAPI
import Testing

/// Holds the values that the golden texts are made of.
enum Sample {
    static let intent = Intent(
        id: uuid("0198c0de-0000-7000-8000-00000000000a"), requestID: "r-1", status: .pending,
        productID: "pro_monthly", environment: .sandbox, exclusionSets: ["premium"],
        accountID: "alice", deviceID: "phone",
        appAccountToken: uuid("0198c0de-0000-7000-8000-0000000000bb"), fence: 7,
        createdAt: Timestamp(milliseconds: 1_767_225_600_000),
        updatedAt: Timestamp(milliseconds: 1_767_225_601_500),
        expiresAt: Timestamp(milliseconds: 1_767_315_601_500), expiresInMs: 90_000_000,
        pendingReason: .askToBuy, transactionID: nil, settledLate: false,
        risks: [.earlierRequestUnresolved])

    static let intentJSON =
        #"{"account_id":"alice","app_account_token":"0198c0de-0000-7000-8000-0000000000bb","#
        + #""created_at":"2026-01-01T00:00:00.000Z","device_id":"phone","environment":"Sandbox","#
        + #""exclusion_sets":["premium"],"expires_at":"2026-01-02T01:00:01.500Z","#
        + #""expires_in_ms":90000000,"fence":7,"id":"0198c0de-0000-7000-8000-00000000000a","#
        + #""pending_reason":"ask_to_buy","product_id":"pro_monthly","request_id":"r-1","#
        + #""risks":["earlier_request_unresolved"],"settled_late":false,"status":"pending","#
        + #""transaction_id":null,"updated_at":"2026-01-01T00:00:01.500Z"}"#

    static let holder = Holder(
        status: .reserved, sameAccount: false, sameDevice: false, productID: "pro_yearly",
        since: Timestamp(seconds: 1_767_225_600), expiresAt: Timestamp(seconds: 1_767_225_720),
        expiresInMs: 120_000, intentID: nil)

    static let holderJSON =
        #"{"expires_at":"2026-01-01T00:02:00.000Z","expires_in_ms":120000,"intent_id":null,"#
        + #""product_id":"pro_yearly","same_account":false,"same_device":false,"#
        + #""since":"2026-01-01T00:00:00.000Z","status":"reserved"}"#

    static let entitlement = Entitlement(
        productID: "lifetime", state: .active, expiresAt: nil, willRenew: false,
        ownership: .purchased, sameAccount: true, transactionID: "200",
        originalTransactionID: "100", entitled: true)

    static let entitlementJSON =
        #"{"entitled":true,"expires_at":null,"next_product_id":null,"#
        + #""original_transaction_id":"100","ownership":"purchased","#
        + #""product_id":"lifetime","same_account":true,"state":"active","transaction_id":"200","#
        + #""will_renew":false}"#

    static func uuid(_ text: String) -> UUID { UUID(uuidString: text) ?? UUID() }
}

func json(_ value: some Encodable) throws -> String {
    String(decoding: try WireCoding.encode(value), as: UTF8.self)
}

func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try WireCoding.decode(type, from: Array(text.utf8))
}

/// Runs `body` and gives the wire error that it throws.
func wireError(_ body: () throws -> Void) -> WireError? {
    do {
        try body()
        return nil
    } catch {
        return error as? WireError
    }
}
