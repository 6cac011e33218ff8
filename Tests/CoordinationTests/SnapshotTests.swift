import Coordination
import InterlockAPI
import Testing

@Suite struct SnapshotTests {
    @Test("Rows are read from the database's JSON, times as microseconds")
    func rows() throws {
        let intents =
            #"[{"intent_id":"01980000-0000-7000-8000-000000000001","account_id":"a","device_id":"d","#
            + #""product_id":"p","sets":["s"],"status":"pending","pending_reason":"ask_to_buy","#
            + #""has_claim":true,"created_at":1000001,"updated_at":2,"expires_at":3,"#
            + #""risk_until":null,"request_id":"r","fence":4,"#
            + #""app_account_token":"01980000-0000-7000-8000-0000000000c8","#
            + #""risks":["of_the_future"],"transaction_id":null,"settled_late":false}]"#
        let ownership =
            #"[{"account_id":"a","product_id":"p","kind":"auto_renewable","#
            + #""subscription_group":"G","ownership_type":"FAMILY_SHARED","starts_at":1,"#
            + #""expires_at":2,"grace_until":null,"retry_until":3,"revoked_at":null,"#
            + #""will_renew":true,"transaction_id":"1","original_transaction_id":"0","#
            + #""next_product_id":null}]"#
        let snapshot = try ScopeSnapshot(
            scopeID: id(9), version: 1, now: time(0), kind: .group, groupID: "g",
            intentsJSON: Array(intents.utf8), ownershipJSON: Array(ownership.utf8))
        let intent = try #require(snapshot.intents.first)
        #expect(intent.intentID == id(1) && intent.appAccountToken == id(200))
        #expect(intent.createdAt.microseconds == 1_000_001 && intent.riskUntil == nil)
        #expect(intent.risks == [Risk(rawValue: "of_the_future")])
        let owned = try #require(snapshot.ownership.first)
        #expect(owned.ownershipType == .familyShared && owned.retryUntil?.microseconds == 3)
        #expect(
            try WireCoding.decode(
                [IntentRow].self, from: try WireCoding.encode(snapshot.intents))
                == snapshot.intents)
        #expect(
            try WireCoding.decode(
                [OwnershipRow].self, from: try WireCoding.encode(snapshot.ownership))
                == snapshot.ownership)
    }

    @Test("A row that is not as promised is refused with its place, and stops nothing else")
    func brokenRow() {
        #expect(throws: WireError(field: "[0].intent_id", "is required")) {
            try ScopeSnapshot(
                scopeID: id(9), version: 1, now: time(0), kind: .account, groupID: nil,
                intentsJSON: Array("[{}]".utf8), ownershipJSON: Array("[]".utf8))
        }
    }
}
