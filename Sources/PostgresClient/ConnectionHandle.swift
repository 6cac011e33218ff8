import CPostgres
import Glibc

/// Owns one `PGconn`; used on one thread, never blocking.
struct ConnectionHandle: ~Copyable {
    private let connection: OpaquePointer

    enum Progress { case wantsRead, wantsWrite, connected, failed }

    /// Starts to connect; nil when memory is out. Addresses must be resolved already.
    static func start(_ settings: [ConnectionSetting]) -> ConnectionHandle? {
        var keywords = settings.map { strdup($0.keyword) } + [nil]
        var values = settings.map { strdup($0.value) } + [nil]
        defer {
            for pointer in keywords { free(pointer) }
            for pointer in values { free(pointer) }
        }
        let connection = keywords.withUnsafeMutableBufferPointer { keywords in
            values.withUnsafeMutableBufferPointer { values in
                keywords.withMemoryRebound(to: UnsafePointer<CChar>?.self) { keywords in
                    values.withMemoryRebound(to: UnsafePointer<CChar>?.self) { values in
                        PQconnectStartParams(keywords.baseAddress, values.baseAddress, 0)
                    }
                }
            }
        }
        guard let connection else { return nil }
        return ConnectionHandle(connection: connection)
    }

    private init(connection: OpaquePointer) {
        self.connection = connection
        // Notices go nowhere; libpq would print them.
        PQsetNoticeReceiver(connection, { _, _ in }, nil)
        // The only way to learn the SQLSTATE of a refused login: it stands in the message.
        PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
    }

    deinit { PQfinish(connection) }

    var hasFailed: Bool { PQstatus(connection) == CONNECTION_BAD }
    var descriptor: Int32 { PQsocket(connection) }
    var errorMessage: String {
        let message = PQerrorMessage(connection).map { singleLine(String(cString: $0)) } ?? ""
        return message.isEmpty ? "connection lost" : message
    }

    func pollConnect() -> Progress {
        switch PQconnectPoll(connection) {
        case PGRES_POLLING_READING: .wantsRead
        case PGRES_POLLING_WRITING: .wantsWrite
        case PGRES_POLLING_OK: .connected
        default: .failed
        }
    }

    /// Prepares a fresh connection for pipelined, non-blocking work.
    func makeReady() -> Bool {
        PQsetnonblocking(connection, 1) == 0 && PQenterPipelineMode(connection) == 1
    }

    /// The SQLSTATE in "FATAL:  28P01: password authentication failed …", if the server sent one.
    var connectSQLState: String? {
        errorMessage.split(separator: ":").lazy
            .map { $0.drop(while: \.isWhitespace) }
            .first {
                // A digit is in every code, and none in the severities.
                $0.utf8.count == 5 && $0.utf8.allSatisfy(Self.isCodeByte)
                    && $0.contains(where: \.isNumber)
            }
            .map(String.init)
    }

    private static func isCodeByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    var isIdleOutsideTransaction: Bool { PQtransactionStatus(connection) == PQTRANS_IDLE }
    var transactionFailed: Bool { PQtransactionStatus(connection) == PQTRANS_INERROR }
}

/// Sending. Each call gives false when the connection is broken.
extension ConnectionHandle {
    func sendPrepare(name: String, _ sql: String) -> Bool {
        PQsendPrepare(connection, name, sql, 0, nil) == 1
    }

    func sendDescribe(name: String) -> Bool {
        PQsendDescribePrepared(connection, name) == 1
    }

    /// Sends a statement without parameters that is not worth preparing.
    func sendCommand(_ sql: String) -> Bool {
        PQsendQueryParams(connection, sql, 0, nil, nil, nil, nil, 1) == 1
    }

    func sendPrepared(name: String, _ parameters: inout ParameterBuffer) -> Bool {
        parameters.withPointers { count, values, lengths, formats in
            PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1) == 1
        }
    }

    func sendUnnamed(
        _ sql: String, types: [UInt32], _ parameters: inout ParameterBuffer
    ) -> Bool {
        parameters.withPointers { count, values, lengths, formats in
            PQsendQueryParams(
                connection, sql, count, types, values, lengths, formats, 1) == 1
        }
    }

    func sendSync() -> Bool { PQpipelineSync(connection) == 1 }

    /// Leaves pipeline mode and sends a script, whose statements run in one implicit transaction.
    func sendScript(_ sql: String) -> Bool {
        PQexitPipelineMode(connection) == 1 && PQsendQuery(connection, sql) == 1
    }

    func endScript() -> Bool { PQenterPipelineMode(connection) == 1 }

    /// True when all is sent, false when the socket is full, nil when the connection is broken.
    func flush() -> Bool? {
        switch PQflush(connection) {
        case 0: true
        case 1: false
        default: nil
        }
    }
}

/// Receiving.
extension ConnectionHandle {
    func consumeInput() -> Bool { PQconsumeInput(connection) == 1 }
    var isBusy: Bool { PQisBusy(connection) == 1 }

    /// The next result, nil between the results of two statements. Call it when not busy.
    func nextResult() -> ResultHandle? {
        PQgetResult(connection).map { ResultHandle(owning: $0) }
    }

    func nextNotification() -> PostgresNotification? {
        guard let notify = PQnotifies(connection) else { return nil }
        defer { PQfreemem(notify) }
        return PostgresNotification(
            channel: String(cString: notify.pointee.relname),
            payload: String(cString: notify.pointee.extra),
            serverProcess: notify.pointee.be_pid)
    }

    var serverProcess: Int32 { PQbackendPID(connection) }

    func makeCancellation() -> CancelHandle? {
        PQgetCancel(connection).map { CancelHandle(owning: $0) }
    }
}

/// Owns a `PGcancel`: asks the server to give up what its connection runs.
final class CancelHandle: Sendable {
    // Read only after it was made, and PQcancel may be called on any thread.
    nonisolated(unsafe) private let handle: OpaquePointer

    init(owning handle: OpaquePointer) { self.handle = handle }

    deinit { PQfreeCancel(handle) }

    /// Opens a connection of its own and sends the request. Blocks: call it off the loops.
    func send() -> Bool {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
            PQcancel(handle, message.baseAddress, Int32(message.count)) == 1
        }
    }
}
