/// One keyword of a connection string and its value.
struct ConnectionSetting: Sendable, Equatable {
    let keyword: String
    let value: String
}
