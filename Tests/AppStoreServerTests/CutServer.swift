import EventLoop
import Glibc

/// A server that answers each connection with a few bytes, whatever it is asked, and cuts it.
final class CutServer: Sendable {
    struct Failure: Error {}

    let port: UInt16
    private let listener: Int32
    private let answers: [String]

    init(_ answers: [String]) throws {
        self.answers = answers
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard listener >= 0, bound else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
        // Nobody waits for ever: neither for a client nor for its request.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(
            listener, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Serves as many connections as there are answers, and gives how many came.
    func serve() async -> Int {
        let (listener, answers) = (self.listener, self.answers)
        return await Offload.run {
            var served = 0
            for answer in answers {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { break }
                var bytes = [UInt8](repeating: 0, count: 16_384)
                _ = recv(client, &bytes, bytes.count, 0)
                let text = Array(answer.utf8)
                if !text.isEmpty {
                    _ = send(client, text, text.count, Int32(MSG_NOSIGNAL))
                }
                Glibc.close(client)
                served += 1
            }
            return served
        }
    }

    func close() { Glibc.close(listener) }
}
