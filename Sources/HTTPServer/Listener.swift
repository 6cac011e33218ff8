import CEvent
import EventLoop
import Synchronization

/// A loop's listening socket: paused at the connection cap, and for a while when descriptors run out.
///
/// Confined to its loop.
final class Listener {
    /// libevent hands the error callback nothing but the listener: this finds its owner.
    private static let all = Mutex<[UInt: LoopBound<Listener>]>([:])
    /// How long to wait for descriptors, instead of trying in vain at each turn.
    private static let shortageBreak = Duration.milliseconds(100)

    private let loop: EventLoop
    private let handle: OpaquePointer
    private let bound: OpaquePointer
    private var isPaused = false
    private var shortage: LoopTimer?

    /// Takes a socket that listens, and accepts for `http`.
    init?(on loop: EventLoop, descriptor: Int32, for http: OpaquePointer) {
        let options = UInt32(LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC)
        guard let handle = evconnlistener_new(loop.base, nil, nil, options, 0, descriptor) else {
            return nil
        }
        guard let bound = evhttp_bind_listener(http, handle) else {
            evconnlistener_free(handle)
            return nil
        }
        self.loop = loop
        self.handle = handle
        self.bound = bound
        let own = LoopBound(self, on: loop)
        let key = UInt(bitPattern: handle)
        Self.all.withLock { $0[key] = own }
        evconnlistener_set_error_cb(handle) { handle, _ in
            let key = UInt(bitPattern: handle)
            Listener.all.withLock { $0[key] }?.onLoop.failed()
        }
    }

    /// Leaves new connections in the kernel's queue.
    func pause() {
        isPaused = true
        evconnlistener_disable(handle)
    }

    /// Accepts again.
    func resume() {
        guard isPaused else { return }
        isPaused = false
        if shortage == nil { evconnlistener_enable(handle) }
    }

    /// Ends accepting and closes the socket.
    func close(_ http: OpaquePointer) {
        shortage?.cancel()
        shortage = nil
        let key = UInt(bitPattern: handle)
        Self.all.withLock { $0[key] = nil }
        evhttp_del_accept_socket(http, bound)
    }

    private func failed() {
        guard shortage == nil else { return }
        evconnlistener_disable(handle)
        shortage = LoopTimer(on: loop, after: Self.shortageBreak) { [weak self] in
            guard let self else { return }
            shortage = nil
            if !isPaused { evconnlistener_enable(handle) }
        }
    }
}
