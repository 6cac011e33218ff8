import FoundationEssentials
import PostgresClient
import TestSupport
import Testing

@Suite("Types")
struct TypePromises {
    struct Trip: Sendable, CustomTestStringConvertible {
        let type: String
        let value: PostgresValue
        let back: @Sendable (PostgresRow) throws -> PostgresValue

        init(
            _ type: String, _ value: PostgresValue,
            _ back: @escaping @Sendable (PostgresRow) throws -> PostgresValue
        ) {
            self.type = type
            self.value = value
            self.back = back
        }

        var testDescription: String { "\(type) \(String("\(value)".prefix(40)))" }
    }

    static let id = UUID(uuid: (0, 255, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 128))
    static let text: @Sendable (PostgresRow) throws -> PostgresValue = { .text(try $0.text("v")) }
    static let int8: @Sendable (PostgresRow) throws -> PostgresValue = { .int8(try $0.int8("v")) }
    static let time: @Sendable (PostgresRow) throws -> PostgresValue = {
        .timestamp(try $0.timestamp("v"))
    }
    static let bytes: @Sendable (PostgresRow) throws -> PostgresValue = {
        .bytea(try $0.bytea("v"))
    }
    static let texts: @Sendable (PostgresRow) throws -> PostgresValue = {
        .textArray(try $0.textArrayWithNulls("v"))
    }
    static let numbers: @Sendable (PostgresRow) throws -> PostgresValue = {
        .int8Array(try $0.int8Array("v"))
    }

    static let trips: [Trip] = [
        Trip("bool", .bool(true)) { .bool(try $0.bool("v")) },
        Trip("bool", .bool(false)) { .bool(try $0.bool("v")) },
        Trip("int2", .int2(.min)) { .int2(try $0.int2("v")) },
        Trip("int2", .int2(.max)) { .int2(try $0.int2("v")) },
        Trip("int4", .int4(.min)) { .int4(try $0.int4("v")) },
        Trip("int4", .int4(.max)) { .int4(try $0.int4("v")) },
        Trip("int8", .int8(.min), int8), Trip("int8", .int8(.max), int8),
        Trip("int8", .int8(0), int8), Trip("int4", .int8(-7), int8), Trip("int2", .int8(7), int8),
        Trip("oid", .int8(4_294_967_295), int8),
        Trip("float8", .double(-0.1)) { .double(try $0.double("v")) },
        Trip("float8", .double(.infinity)) { .double(try $0.double("v")) },
        Trip("text", .text(""), text), Trip("text", .text("a'\"\\ é 🔒\n"), text),
        Trip("varchar", .text("v"), text), Trip("name", .text("n"), text),
        Trip("text", .text(String(repeating: "x", count: 5_000_000)), text),
        Trip("mood", .text("so so"), text),
        Trip("jsonb", .text(#"{"a": [1, null]}"#), text),
        Trip("jsonb", .jsonb(#"{"a": "\"é"}"#)) {
            .jsonb(String(decoding: try $0.json("v"), as: UTF8.self))
        },
        Trip("json", .jsonb(#"{ "b":1,"a":2 }"#)) {
            .jsonb(String(decoding: try $0.json("v"), as: UTF8.self))
        },
        Trip("uuid", .uuid(id)) { .uuid(try $0.uuid("v")) },
        Trip("timestamptz", .timestamp(0), time), Trip("timestamptz", .timestamp(-1), time),
        Trip("timestamptz", .timestamp(1_753_000_000_123_456), time),
        Trip("timestamptz", .timestamp(946_684_800_000_000), time),
        Trip("timestamptz", .timestamp(.max), time), Trip("timestamptz", .timestamp(.min), time),
        Trip("timestamptz", .timestamp(-210_866_803_200_000_000), time),
        Trip("bytea", .bytea([]), bytes), Trip("bytea", .bytea(Array(0...255)), bytes),
        Trip("bytea", .bytea([UInt8](repeating: 7, count: 3_000_000)), bytes),
        Trip("text[]", .textArray([]), texts),
        Trip("text[]", .textArray(["", nil, "a,b", "{}", "NULL", "é\"\\"]), texts),
        Trip("mood[]", .textArray(["so so", nil, "it's \"fine\", \\"]), texts),
        Trip("int8[]", .int8Array([.min, 0, .max]), numbers),
        Trip("int8[]", .int8Array([]), numbers), Trip("int4[]", .int8Array([1, -1]), numbers),
        Trip("int8[]", .int8Array((0..<200_000).map { $0 }), numbers),
        Trip("uuid[]", .uuidArray([id, id])) { .uuidArray(try $0.uuidArray("v")) },
        Trip("bool[]", .boolArray([true, false])) { .boolArray(try $0.boolArray("v")) },
        Trip("timestamptz[]", .timestampArray([.min, 5, .max])) {
            .timestampArray(try $0.timestampArray("v"))
        },
    ]

    static func database() async throws -> TestDatabase {
        try await TestDatabase.fresh(key: "types") { url in
            try await withPool(url) { pool in
                try await pool.simple(
                    #"create type mood as enum ('so so', 'it''s "fine", \')"#)
            }
        }
    }

    @Test("a value comes back as it went, prepared or not, and so does its null", arguments: trips)
    func valuesRoundTrip(trip: Trip) async throws {
        let database = try await Self.database()
        for prepares in [true, false] {
            var options = PostgresPoolOptions(maximum: 1)
            options.preparesStatements = prepares
            try await withPool(database.url, options: options) { pool in
                let statement = PostgresStatement("select $1::\(trip.type) as v")
                let rows = try await pool.query(statement, [trip.value])
                let back = try trip.back(try #require(rows.first))
                #expect(back == trip.value, "\(trip.type)")
                let null = try #require(try await pool.query(statement, [.null]).first)
                #expect(try null.isNull("v"))
                #expect(throws: PostgresError.decoding(column: "v", reason: "is null")) {
                    _ = try trip.back(null)
                }
            }
        }
        try await database.drop()
    }

    @Test("a column of another type, or none, is an error that names the column")
    func wrongColumnsAreNamed() async throws {
        let database = try await Self.database()
        try await withPool(database.url) { pool in
            let rows = try await pool.query(
                """
                select 1::int8 as big, 70000 as mid, 'x' as word, array[[1,2],[3,4]] as square,
                    array['a', null] as holes, '294276-12-31'::timestamptz as far, null::int as none,
                    1.5::numeric as exact
                """)
            let row = try #require(rows.first)
            func fails(_ column: String, _ read: (PostgresRow) throws -> Any?) {
                do {
                    let value = try read(row)
                    Issue.record("\(column): \(String(describing: value))")
                } catch PostgresError.decoding(column, _) {
                } catch {
                    Issue.record("\(column): \(error)")
                }
            }
            fails("big") { try $0.text("big") }
            fails("mid") { try $0.int2("mid") }
            fails("word") { try $0.int8("word") }
            fails("word") { try $0.uuid("word") }
            fails("word") { try $0.timestamp("word") }
            fails("word") { try $0.bytea("word") }
            fails("word") { try $0.textArray("word") }
            fails("square") { try $0.int8Array("square") }
            fails("holes") { try $0.textArray("holes") }
            fails("far") { try $0.timestamp("far") }
            fails("exact") { try $0.double("exact") }
            fails("absent") { try $0.text("absent") }
            fails("99") { try $0.text(99) }
            fails("-1") { try $0.text(.index(-1)) }
            #expect(try row.optionalInt4("none") == nil)
            #expect(try row.int8(0) == 1)
            #expect(try row.textArrayWithNulls("holes") == ["a", nil])
        }
        try await database.drop()
    }
}
