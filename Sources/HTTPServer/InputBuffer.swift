import CEvent

/// Takes bytes out of libevent's buffers.
enum InputBuffer {
    /// Cuts the last `count` bytes off.
    static func cut(_ count: Int, off buffer: OpaquePointer) -> [UInt8] {
        let ahead = evbuffer_get_length(buffer) - count
        guard ahead > 0 else { return takeAll(buffer) }
        let front = take(ahead, buffer)
        let tail = takeAll(buffer)
        evbuffer_add(buffer, front, front.count)
        return tail
    }

    /// Takes everything out.
    static func takeAll(_ buffer: OpaquePointer) -> [UInt8] {
        take(evbuffer_get_length(buffer), buffer)
    }

    private static func take(_ count: Int, _ buffer: OpaquePointer) -> [UInt8] {
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            filled = max(0, Int(evbuffer_remove(buffer, target.baseAddress, count)))
        }
    }
}
