internal import Cryptography
internal import HTTPClient
internal import InterlockAPI

/// Holds one request to the store, ready but for its token.
struct StoreRequest: Sendable {
    /// Bytes of a path with its query, at most; servers usually take 8 KB.
    static let targetLimit = 8_000

    let call: StoreCall
    let method: HTTPConnection.Method
    let bodyBytes: [UInt8]
    /// The path with its query, percent-encoded.
    let target: String

    static func get(
        _ call: StoreCall, _ path: String, query: [(name: String, value: String)] = []
    ) throws(StoreServerError) -> StoreRequest {
        try StoreRequest(call, .get, path, query, nil)
    }

    static func post(
        _ call: StoreCall, _ path: String, query: [(name: String, value: String)] = [],
        body: JSONValue? = nil
    ) throws(StoreServerError) -> StoreRequest {
        try StoreRequest(call, .post, path, query, body)
    }

    static func put(
        _ call: StoreCall, _ path: String, body: JSONValue
    ) throws(StoreServerError) -> StoreRequest {
        try StoreRequest(call, .put, path, [], body)
    }

    /// - Parameters:
    ///   - path: its parts are ours, or went through ``segment(_:in:)``.
    ///   - query: in this order; a name may come twice.
    private init(
        _ call: StoreCall, _ method: HTTPConnection.Method, _ path: String,
        _ query: [(name: String, value: String)], _ body: JSONValue?
    ) throws(StoreServerError) {
        self.call = call
        self.method = method
        let pairs = query.map { "\($0.name)=\(PercentCoding.encode($0.value))" }
        target = pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
        bodyBytes = body.map { Array($0.text.utf8) } ?? []
        if target.utf8.count > Self.targetLimit {
            throw .invalid(call, "too many filters, or too long ones")
        }
    }

    /// Checks an id that becomes a part of the path: 1 to 128 letters, digits, `-` and `_` (all ids
    /// of the store are), so that no id leads to another path.
    static func segment(_ id: String, in call: StoreCall) throws(StoreServerError) -> String {
        let isID =
            (1...128).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        if !isID { throw .invalid(call, "not an id of the store") }
        return id
    }

    func headers(token: String) -> [(name: String, value: String)] {
        var fields = [
            (name: "Authorization", value: "Bearer \(token)"),
            (name: "Accept", value: "application/json"), (name: "User-Agent", value: "interlock"),
        ]
        if !bodyBytes.isEmpty { fields.append(("Content-Type", "application/json")) }
        return fields
    }
}
