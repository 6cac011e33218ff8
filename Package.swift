// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]
let strictC: [CSetting] = [.treatAllWarnings(as: .error)]

/// A target of ours; every dependency points to a layer below (Sources/README.md draws them).
func layer(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ subject: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(subject)Tests", dependencies: [.init(stringLiteral: subject)] + dependencies,
        swiftSettings: strict)
}

let package = Package(
    name: "interlock",
    products: [
        .executable(name: "interlock", targets: ["interlock"])
    ],
    targets: [
        // C doors, no logic.
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CEvent", providers: [.apt(["libevent-dev"])]),
        .target(
            name: "CShims", dependencies: ["COpenSSL", "CEvent", "CPostgres"], cSettings: strictC),
        .target(
            name: "CAllocator", cSettings: strictC,
            linkerSettings: [.linkedLibrary("jemalloc")]),
        .target(
            name: "CSchema", path: "sql", exclude: ["README.md"], sources: ["schema.c"],
            publicHeadersPath: "include", cSettings: strictC),

        // Platform: knows nothing of purchases.
        layer("Telemetry"),
        layer("EventLoop", ["CEvent", "CShims"]),
        layer("Cryptography", ["COpenSSL", "CShims"]),
        layer("PostgresClient", ["CPostgres", "CShims", "EventLoop", "Telemetry"]),
        layer("EmbeddedPostgres", ["CPostgres", "CShims", "Telemetry"]),
        layer("HTTPServer", ["CEvent", "COpenSSL", "EventLoop"]),
        layer("HTTPClient", ["CEvent", "COpenSSL", "EventLoop"]),

        // Shared language: also in the client library.
        layer("InterlockAPI"),

        // Domain: no SQL and no HTTP.
        layer("Coordination", ["InterlockAPI"]),
        layer("AppStore", ["Cryptography", "InterlockAPI"]),
        layer("StoreSigner", ["Cryptography"]),
        layer("Authentication", ["Cryptography", "InterlockAPI"]),

        // Adapters.
        layer(
            "AppStoreServer",
            ["AppStore", "Cryptography", "EventLoop", "HTTPClient", "InterlockAPI"]),
        layer(
            "Storage",
            [
                "AppStore", "Authentication", "CSchema", "Coordination", "EventLoop",
                "InterlockAPI", "PostgresClient", "Telemetry",
            ]),
        layer(
            "Service",
            [
                "AppStore", "AppStoreServer", "Authentication", "Coordination", "Cryptography",
                "EventLoop", "HTTPServer", "InterlockAPI", "PostgresClient", "Storage", "Telemetry",
            ]),
        layer(
            "FakeStore",
            [
                "Cryptography", "EventLoop", "HTTPClient", "HTTPServer", "InterlockAPI",
                "StoreSigner",
            ]),

        // Programs.
        .executableTarget(
            name: "interlock",
            dependencies: [
                "AppStore", "AppStoreServer", "Authentication", "CAllocator", "Coordination",
                "Cryptography", "EmbeddedPostgres", "EventLoop", "FakeStore", "HTTPClient",
                "InterlockAPI", "PostgresClient", "Service", "Storage", "StoreSigner", "Telemetry",
            ],
            swiftSettings: strict),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: [
                "AppStore", "Cryptography", "EmbeddedPostgres", "EventLoop", "HTTPClient",
                "PostgresClient", "StoreSigner", "Telemetry",
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        tests("Telemetry"),
        tests("EventLoop"),
        tests("Cryptography", ["TestSupport"]),
        tests("PostgresClient", ["EmbeddedPostgres", "EventLoop", "TestSupport"]),
        tests("HTTPServer", ["COpenSSL", "Cryptography", "EventLoop", "HTTPClient"]),
        tests("InterlockAPI"),
        tests("Coordination", ["InterlockAPI"]),
        tests("AppStore", ["Cryptography", "InterlockAPI", "StoreSigner", "TestSupport"]),
        tests("Authentication", ["Cryptography", "InterlockAPI"]),
        tests(
            "AppStoreServer",
            [
                "AppStore", "COpenSSL", "Cryptography", "EventLoop", "HTTPClient", "HTTPServer",
                "InterlockAPI", "StoreSigner", "TestSupport",
            ]),
        tests(
            "FakeStore",
            [
                "AppStore", "Cryptography", "EventLoop", "HTTPClient", "HTTPServer",
                "InterlockAPI", "StoreSigner", "TestSupport",
            ]),
        tests(
            "Storage",
            [
                "AppStore", "Authentication", "Coordination", "Cryptography", "EmbeddedPostgres",
                "EventLoop", "FakeStore", "InterlockAPI", "PostgresClient", "StoreSigner",
                "TestSupport",
            ]),
        tests(
            "Service",
            [
                "AppStore", "AppStoreServer", "Authentication", "Coordination", "Cryptography",
                "EventLoop", "FakeStore", "HTTPClient", "HTTPServer", "InterlockAPI",
                "PostgresClient", "Storage", "StoreSigner", "Telemetry", "TestSupport",
            ]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Cryptography", "EventLoop", "HTTPClient", "InterlockAPI", "StoreSigner",
                "TestSupport", "interlock",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "AppStore", "EmbeddedPostgres", "EventLoop", "HTTPClient", "InterlockAPI",
                "PostgresClient", "StoreSigner", "TestSupport", "interlock",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)
