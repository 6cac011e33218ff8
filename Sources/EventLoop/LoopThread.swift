import CShims
import Glibc

/// Starts named POSIX threads and names the current one.
enum LoopThread {
    private final class Body {
        let name: String
        let run: () -> Void

        init(name: String, run: @escaping () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// A number that differs between living threads and is never 0.
    static var current: UInt { UInt(pthread_self()) }

    /// Starts a thread; nil when the system has none left.
    static func start(name: String, _ run: @escaping @Sendable () -> Void) -> pthread_t? {
        let body = Unmanaged.passRetained(Body(name: name, run: run))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                shim_name_thread(String(body.name.prefix(15)))
                body.run()
                return nil
            }, body.toOpaque())
        guard status == 0 else {
            body.release()
            return nil
        }
        return thread
    }
}
