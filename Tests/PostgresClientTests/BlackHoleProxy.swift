import Glibc
import Synchronization

/// Forwards TCP connections to a Unix socket until told to swallow everything: a half-open peer.
final class BlackHoleProxy: Sendable {
    let port: UInt16
    private let listener: Int32
    private let target: String
    private let swallows = Atomic<Bool>(false)
    private let accepted = Atomic<Int>(0)

    struct Failure: Error { let call: String }

    init(to target: String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard bound else { throw Failure(call: "bind") }
        self.target = target
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        BackgroundThread.run { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { return }
                self.accepted.add(1, ordering: .relaxed)
                self.forward(client)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    var connections: Int { accepted.load(ordering: .relaxed) }

    /// From now on bytes vanish, in both directions, and connections stay open.
    func swallow(_ flag: Bool = true) { swallows.store(flag, ordering: .relaxed) }

    private func forward(_ client: Int32) {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: target.utf8.prefix(107))
        }
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard connected else {
            close(client)
            close(server)
            return
        }
        for (source, sink) in [(client, server), (server, client)] {
            BackgroundThread.run { [self] in
                var buffer = [UInt8](repeating: 0, count: 1 << 14)
                while true {
                    let count = read(source, &buffer, buffer.count)
                    guard count > 0 else { break }
                    if swallows.load(ordering: .relaxed) { continue }
                    guard write(sink, buffer, count) == count else { break }
                }
                // The descriptors stay: a test process has enough, and reuse would be a race.
                if !swallows.load(ordering: .relaxed) { shutdown(sink, Int32(SHUT_RDWR)) }
            }
        }
    }
}

enum BackgroundThread {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    static func run(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(body)).toOpaque()
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context)
        pthread_detach(thread)
    }
}
