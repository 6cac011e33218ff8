import FoundationEssentials
import InterlockAPI
import Testing

@Suite struct ResourceTests {
    @Test("An intent has every member, null where absent, ids in lower case")
    func intent() throws {
        #expect(try json(Sample.intent) == Sample.intentJSON)
        #expect(try read(Intent.self, Sample.intentJSON) == Sample.intent)
        var bare = Sample.intent
        bare.expiresAt = nil
        bare.expiresInMs = nil
        bare.pendingReason = nil
        let text = try json(IntentEnvelope(intent: bare))
        for member in ["expires_at", "expires_in_ms", "pending_reason", "transaction_id"] {
            #expect(text.contains("\"\(member)\":null"))
        }
        #expect(try read(IntentEnvelope.self, text).intent == bare)
    }

    @Test("A holder shows null where the intent is another account's")
    func holder() throws {
        #expect(try json(Sample.holder) == Sample.holderJSON)
        #expect(try read(Holder.self, Sample.holderJSON) == Sample.holder)
    }

    @Test("An entitlement has every member")
    func entitlement() throws {
        #expect(try json(Sample.entitlement) == Sample.entitlementJSON)
        #expect(try read(Entitlement.self, Sample.entitlementJSON) == Sample.entitlement)
    }

    @Test("A state document has every member")
    func state() throws {
        let document = StateDocument(
            etag: "1.x.4.2.s0", version: 4, environment: .sandbox,
            serverTime: Timestamp(seconds: 1_767_225_600), nextChangeAt: nil,
            scope: .init(kind: .account, groupID: nil),
            products: [
                ProductState(
                    productID: "pro_monthly", status: .locked, waiting: 0, holder: Sample.holder,
                    owned: nil, risks: []),
                ProductState(
                    productID: "lifetime", status: .owned, waiting: 0, holder: nil,
                    owned: OwnedProduct(productID: "lifetime", expiresAt: nil, sameAccount: true),
                    risks: [.alreadyActive]),
            ], entitlements: [Sample.entitlement], intents: [Sample.intent])
        let expected =
            #"{"entitlements":["# + Sample.entitlementJSON + #"],"environment":"Sandbox","#
            + #""etag":"1.x.4.2.s0","intents":["# + Sample.intentJSON + #"],"#
            + #""next_change_at":null,"products":[{"holder":"# + Sample.holderJSON
            + #","owned":null,"product_id":"pro_monthly","risks":[],"status":"locked","#
            + #""waiting":0},{"holder":null,"owned":{"expires_at":null,"product_id":"lifetime","#
            + #""same_account":true},"product_id":"lifetime","risks":["already_active"],"#
            + #""status":"owned","waiting":0}],"scope":{"group_id":null,"kind":"account"},"#
            + #""server_time":"2026-01-01T00:00:00.000Z","version":4}"#
        #expect(try json(document) == expected)
        #expect(try read(StateDocument.self, expected) == document)
    }

    @Test("Lists and answers stand in their envelopes")
    func envelopes() throws {
        #expect(try json(IntentList(intents: [])) == #"{"intents":[],"next_cursor":null}"#)
        #expect(
            try json(LockList(locks: [], nextCursor: "c")) == #"{"locks":[],"next_cursor":"c"}"#)
        let token = ClientToken(token: "a.b.c", expiresAt: Timestamp(seconds: 0))
        #expect(
            try json(token) == #"{"expires_at":"1970-01-01T00:00:00.000Z","token":"a.b.c"}"#)
        let account = Account(id: "alice", appAccountToken: Sample.intent.appAccountToken)
        #expect(
            try json(AccountEnvelope(account: account))
                == #"{"account":{"app_account_token":"0198c0de-0000-7000-8000-0000000000bb","#
                + #""id":"alice"}}"#)
        let results = TransactionResults(results: [
            TransactionResult(transactionID: nil, outcome: .rejected, code: "verification_failed"),
            TransactionResult(
                transactionID: "200", outcome: .recorded, intentID: Sample.intent.id),
        ])
        #expect(
            try json(results)
                == #"{"results":[{"code":"verification_failed","outcome":"rejected","#
                + #""transaction_id":null},{"intent_id":"0198c0de-0000-7000-8000-00000000000a","#
                + #""outcome":"recorded","transaction_id":"200"}]}"#)
        let entitlements = EntitlementsDocument(
            environment: .production, serverTime: Timestamp(seconds: 0), nextChangeAt: nil,
            entitlements: [])
        #expect(
            try json(entitlements)
                == #"{"entitlements":[],"environment":"Production","next_change_at":null,"#
                + #""next_cursor":null,"server_time":"1970-01-01T00:00:00.000Z"}"#)
        let lock = Lock(
            intent: Sample.intent, hasClaim: true, stuck: false,
            scope: .init(kind: .group, groupID: "g"), etag: "e")
        #expect(try read(Lock.self, try json(lock)) == lock)
    }

    @Test("A catalog keeps its words and leaves out what it does not say")
    func catalog() throws {
        let text =
            #"{"deadlines":{"reserved":"PT2M"},"exclusion_sets":[{"audience":"group","#
            + #""id":"premium"}],"owned_rules":[{"owned":"a","rule":"allow","wanted":"b"}],"#
            + #""products":[{"kind":"auto_renewable","product_id":"a"}]}"#
        #expect(try json(try read(CatalogDocument.self, text)) == text)
    }

    @Test("A risk that nobody knows survives a round trip")
    func openRisk() throws {
        #expect(try json(try read([Risk].self, #"["of_the_future"]"#)) == #"["of_the_future"]"#)
    }

    @Test("Open statuses are the three that may hold claims")
    func openStatuses() {
        #expect(IntentStatus.allCases.filter(\.isOpen) == [.reserved, .pending, .confirming])
    }

    @Test("Roles cover each other as promised; a service key administers nothing")
    func roles() {
        let covered = KeyRole.allCases.map { role in KeyRole.allCases.filter(role.covers) }
        #expect(
            covered == [
                [.service], [.viewer], [.viewer, .operator], [.viewer, .operator, .admin],
            ])
    }
}
