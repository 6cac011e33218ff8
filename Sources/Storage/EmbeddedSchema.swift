import CSchema
import Cryptography

/// One SQL file that is embedded in the executable.
struct SchemaFile: Sendable {
    /// Below `sql/`, for example `migrations/0001_installation.sql`.
    let path: String
    let text: String

    var checksum: [UInt8] { SHA256.digest(text).bytes }

    static let migrations = read(schema_migrations, schema_migration_count)
    static let functions = read(schema_functions, schema_function_count)

    private static func read(
        _ files: UnsafePointer<schema_file>?, _ count: Int
    ) -> [SchemaFile] {
        UnsafeBufferPointer(start: files, count: count).map {
            SchemaFile(path: String(cString: $0.path), text: String(cString: $0.text))
        }
    }
}
