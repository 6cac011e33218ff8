/// Keys that write nothing, as the protocol writes them (https://www.w3.org/TR/webdriver2/#keyboard-actions).
enum Key {
    static let tab = "\u{E004}"
    static let enter = "\u{E007}"
}
