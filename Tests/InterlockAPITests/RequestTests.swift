import InterlockAPI
import Testing

@Suite struct RequestTests {
    @Test("Requests are read with all members, with few, and with unknown ones")
    func reading() throws {
        let full = try request(
            ReserveRequest.self,
            #"{"product_id":"p","request_id":"r","environment":"Sandbox","extra":[{}],"#
                + #""metadata":{"a":[1,2.5,"x",null,true]},"signed_app_transaction":"a.b.c"}"#)
        #expect(
            full
                == ReserveRequest(
                    productID: "p", requestID: "r", environment: .sandbox,
                    metadata: .object([
                        "a": .array([
                            .integer(1), .number(2.5), .string("x"), .null, .bool(true),
                        ])
                    ]), signedAppTransaction: "a.b.c"))
        let few = try request(
            ReserveRequest.self, #"{"product_id":"p","request_id":"r","environment":null}"#)
        #expect(few == ReserveRequest(productID: "p", requestID: "r"))
        let report = try request(ReportRequest.self, #"{"result":"pending","reason":"sca"}"#)
        #expect(report == ReportRequest(result: .pending, reason: .sca))
        let upload = try request(TransactionUpload.self, #"{"signed_transactions":[]}"#)
        #expect(upload.signedTransactions.isEmpty)
        let release = try request(
            ReleaseRequest.self, #"{"reason":"line\none","lock_delay":"PT1M30S"}"#)
        #expect(release == ReleaseRequest(reason: "line\none", lockDelay: 90))
        let token = try request(
            ClientTokenRequest.self, #"{"account_id":"a","device_id":"d","expires_in":60}"#)
        #expect(token.expiresIn == 60)
        let update = try request(
            AccountUpdate.self,
            #"{"app_account_token":"0198C0DE-0000-7000-8000-0000000000BB"}"#)
        #expect(update.appAccountToken == Sample.intent.appAccountToken)
        let body = try request(NotificationBody.self, #"{"signedPayload":"a.b.c"}"#)
        #expect(body.signedPayload == "a.b.c")
    }

    static let reserveErrors: [(String, String?, String)] = [
        (#"{"request_id":"r"}"#, "product_id", "is required"),
        (#"{"product_id":null,"request_id":"r"}"#, "product_id", "must be a string, not null"),
        (#"{"product_id":7,"request_id":"r"}"#, "product_id", "must be a string"),
        (#"{"product_id":"","request_id":"r"}"#, "product_id", "must not be empty"),
        (
            #"{"product_id":"a\u0000","request_id":"r"}"#, "product_id",
            "must not have control characters"
        ),
        (
            #"{"product_id":"a\u009b","request_id":"r"}"#, "product_id",
            "must not have control characters"
        ),
        (#"{"product_id":"p","request_id":["r"]}"#, "request_id", "must be a string"),
        (
            #"{"product_id":"p","request_id":"r","environment":"sandbox"}"#, "environment",
            "must be one of Production, Sandbox"
        ),
        (
            #"{"product_id":"p","request_id":"r","environment":1}"#, "environment",
            "must be a string"
        ),
        (#"{"product_id":"p","request_id":"r","metadata":[]}"#, "metadata", "must be an object"),
        (
            #"{"product_id":"p","request_id":"r","metadata":{"a":"\u0000"}}"#, "metadata",
            "must not have the character U+0000"
        ),
        (
            #"{"product_id":"p","request_id":"r","metadata":{"\u0000":1}}"#, "metadata",
            "must not have the character U+0000"
        ),
        (
            #"{"product_id":"p","request_id":"r","signed_app_transaction":""}"#,
            "signed_app_transaction", "must not be empty"
        ),
        (#"[]"#, nil, "must be an object"), (#""text""#, nil, "must be an object"),
        (#"null"#, nil, "must be an object, not null"),
    ]

    @Test("A wrong member of a reserve is named", arguments: reserveErrors)
    func reserve(text: String, field: String?, message: String) {
        let error = wireError { _ = try request(ReserveRequest.self, text) }
        #expect(error?.field == field)
        #expect(error?.message == message)
        #expect(error?.code == .invalidRequest)
        #expect(error?.problem.status == 400)
    }

    @Test("Wrong members of other requests are named, elements by their index")
    func others() {
        expect(
            TransactionUpload.self, #"{"signed_transactions":["a",2]}"#, "signed_transactions[1]")
        expect(TransactionUpload.self, #"{"signed_transactions":{}}"#, "signed_transactions")
        let many = Array(repeating: "\"x\"", count: 101).joined(separator: ",")
        expect(
            TransactionUpload.self, "{\"signed_transactions\":[\(many)]}", "signed_transactions")
        expect(ReportRequest.self, #"{"result":"done"}"#, "result")
        expect(ReportRequest.self, #"{"result":"pending","reason":"later"}"#, "reason")
        expect(ReportRequest.self, #"{"result":"failed","error":{}}"#, "error")
        expect(
            ReportRequest.self, #"{"result":"purchased","signed_transaction":1}"#,
            "signed_transaction")
        expect(ReleaseRequest.self, #"{"reason":" \n "}"#, "reason")
        expect(ReleaseRequest.self, #"{"reason":"a\u001bb"}"#, "reason")
        expect(ReleaseRequest.self, #"{"reason":"x","lock_delay":"P1M"}"#, "lock_delay")
        expect(ReleaseRequest.self, #"{"reason":"x","lock_delay":-1}"#, "lock_delay")
        expect(ReleaseRequest.self, #"{"reason":"x","lock_delay":86401}"#, "lock_delay")
        expect(ClientTokenRequest.self, #"{"account_id":"a","device_id":""}"#, "device_id")
        expect(
            ClientTokenRequest.self, #"{"account_id":"a","device_id":"d","expires_in":0}"#,
            "expires_in")
        expect(AccountUpdate.self, #"{"app_account_token":"not-a-uuid"}"#, "app_account_token")
        expect(NotificationBody.self, #"{"signedPayload":""}"#, "signedPayload")
    }

    @Test(
        "Bounds are in bytes of UTF-8, exact to the last one",
        arguments: [("product_id", 255), ("request_id", 128)])
    func lengths(member: String, bytes: Int) throws {
        func text(_ value: String) -> String {
            let product = member == "product_id" ? value : "p"
            let id = member == "request_id" ? value : "r"
            return "{\"product_id\":\"\(product)\",\"request_id\":\"\(id)\"}"
        }
        let fits = String(repeating: "é", count: bytes / 2) + (bytes % 2 == 1 ? "x" : "")
        _ = try request(ReserveRequest.self, text(fits))
        let error = wireError { _ = try request(ReserveRequest.self, text(fits + "x")) }
        #expect(error == WireError(field: member, "must be at most \(bytes) bytes long"))
    }

    @Test("Accounts, devices and reasons have their bounds")
    func identities() throws {
        try Bounds.checkAccount(String(repeating: "a", count: 128), field: "account_id")
        #expect(
            wireError {
                try Bounds.checkDevice(String(repeating: "a", count: 129), field: "device_id")
            }?.field == "device_id")
        try Bounds.checkReason(String(repeating: "字", count: 500), field: "reason")
        #expect(
            wireError {
                try Bounds.checkReason(String(repeating: "x", count: 501), field: "reason")
            }?.field == "reason")
    }

    @Test("Metadata is at most 4,096 bytes and 8 deep")
    func metadata() throws {
        func nested(_ depth: Int) -> WireValue {
            (1..<depth).reduce(.object([:])) { value, _ in .object(["a": value]) }
        }
        try Bounds.checkMetadata(nested(8), field: "metadata")
        #expect(wireError { try Bounds.checkMetadata(nested(9), field: "metadata") } != nil)
        let frame = #"{"a":""}"#.utf8.count
        func sized(_ bytes: Int) -> WireValue {
            .object(["a": .string(String(repeating: "x", count: bytes - frame))])
        }
        try Bounds.checkMetadata(sized(4_096), field: "metadata")
        #expect(wireError { try Bounds.checkMetadata(sized(4_097), field: "metadata") } != nil)
    }

    private func request<Request: WireRequest>(
        _ type: Request.Type, _ text: String
    ) throws -> Request {
        try WireCoding.decodeRequest(type, from: Array(text.utf8))
    }

    private func expect<Request: WireRequest>(
        _ type: Request.Type, _ text: String, _ field: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        let error = wireError { _ = try request(type, text) }
        #expect(error?.field == field, sourceLocation: location)
        #expect(error?.code == .invalidRequest, sourceLocation: location)
    }
}
