import CEvent

/// Copies a response out of evhttp's structures.
enum ResponseReader {
    static func read(
        _ answer: UnsafeMutablePointer<evhttp_request>, status: Int
    ) -> HTTPClientResponse {
        var headers: [(name: String, value: String)] = []
        var field = evhttp_request_get_input_headers(answer)?.pointee.tqh_first
        while let entry = field {
            if let name = entry.pointee.key, let value = entry.pointee.value {
                headers.append((String(cString: name), String(cString: value)))
            }
            field = entry.pointee.next.tqe_next
        }
        return HTTPClientResponse(
            status: status, headers: headers, body: body(evhttp_request_get_input_buffer(answer)))
    }

    private static func body(_ buffer: OpaquePointer?) -> [UInt8] {
        guard let buffer else { return [] }
        let count = evbuffer_get_length(buffer)
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            filled = max(0, Int(evbuffer_remove(buffer, target.baseAddress, count)))
        }
    }
}
