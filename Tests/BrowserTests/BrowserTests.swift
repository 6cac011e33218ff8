// BrowserTests: what the console promises in a real browser: Chromium without a window, led over the W3C
// WebDriver protocol (https://www.w3.org/TR/webdriver2/), before the built program and a real PostgreSQL.
//
// Reading order: ConsoleStage (the service and its data) → Browser (one browser with a profile of its own)
// → Element → Person (what somebody does with it) → the promises.
import Testing

/// All that needs a browser: one test after the other, so that one browser at a time runs beside the other
/// tests.
@Suite("In a real browser", .serialized)
struct BrowserPromises {}
