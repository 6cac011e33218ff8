/// Says how safe, how large and how patient a private cluster is.
package struct EmbeddedClusterOptions: Sendable {
    /// False gives up all safety for speed.
    package let isDurable: Bool
    package var maximumConnections: Int
    package var sharedBuffersMegabytes: Int
    /// How long the server may take to answer first; recovery after a crash is part of it.
    package var startDeadline = Duration.seconds(300)
    /// How long a fast shutdown may take before an immediate one follows.
    package var stopGrace = Duration.seconds(20)
    /// The log is moved aside when it is larger, so that at most twice this is kept.
    package var logLimit = 8 << 20
    package var logCheck = Duration.seconds(30)
    /// More settings of the server, each `name=value`.
    package var settings: [String] = []

    /// What was acknowledged survives a crash of the machine.
    package static let durable = EmbeddedClusterOptions(
        isDurable: true, maximumConnections: 100, sharedBuffersMegabytes: 128)

    /// For tests: nothing is synced to disk.
    package static let throwaway = EmbeddedClusterOptions(
        isDurable: false, maximumConnections: 600, sharedBuffersMegabytes: 64)

    private init(isDurable: Bool, maximumConnections: Int, sharedBuffersMegabytes: Int) {
        self.isDurable = isDurable
        self.maximumConnections = maximumConnections
        self.sharedBuffersMegabytes = sharedBuffersMegabytes
    }

    /// The server's settings; on its command line they win over every file.
    func settings(socketDirectory: String) -> [String] {
        let quoted = socketDirectory.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"")
        var all = [
            "listen_addresses=", "port=5432", "unix_socket_directories=\"\(quoted)\"",
            "unix_socket_permissions=0700", "cluster_name=interlock",
            "max_connections=\(maximumConnections)", "shared_buffers=\(sharedBuffersMegabytes)MB",
            "huge_pages=off", "jit=off", "timezone=UTC", "log_timezone=UTC",
            "logging_collector=off", "log_destination=stderr", "log_line_prefix=%m [%p] ",
            // Neither statements nor their values belong into a log.
            "log_statement=none", "log_min_error_statement=panic", "log_checkpoints=off",
        ]
        if isDurable {
            all += [
                "fsync=on", "synchronous_commit=on", "full_page_writes=on", "max_wal_size=1GB",
            ]
        } else {
            all += [
                "fsync=off", "synchronous_commit=off", "full_page_writes=off",
                "wal_level=minimal", "max_wal_senders=0",
            ]
        }
        return all + settings
    }
}
