// CoordinationTests: what a catalog may say and becomes, and what a device is told about a scope. Pure functions:
// every test is a table or a value, the clock is an argument.
import Coordination
import FoundationEssentials
import InterlockAPI

/// Reads a catalog from JSON; nil if it is refused.
func catalog(_ text: String) throws -> Catalog { try Catalog(document: Array(text.utf8)) }

func json(_ value: some Encodable) throws -> String {
    String(decoding: try WireCoding.encode(value), as: UTF8.self)
}

func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

/// Makes an id from a small number.
func id(_ number: UInt8) -> UUID {
    UUID(uuid: (1, 0x98, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
}

/// The catalog that most tests use: a subscription group of two plans and a lifetime product in the set "premium",
/// another group's plan in it as well, a season pass, coins alone.
let premiumProducts = #"""
    {"product_id":"monthly","kind":"auto_renewable","subscription_group":"G","exclusion_sets":["premium"]},
    {"product_id":"yearly","kind":"auto_renewable","subscription_group":"G","exclusion_sets":["premium"]},
    {"product_id":"rival","kind":"auto_renewable","subscription_group":"H","exclusion_sets":["premium"]},
    {"product_id":"lifetime","kind":"non_consumable","exclusion_sets":["premium"]},
    {"product_id":"season","kind":"non_renewing","duration":"P3M","exclusion_sets":["premium"]},
    {"product_id":"boost","kind":"consumable","exclusion_sets":["premium"]},
    {"product_id":"coins","kind":"consumable"}
    """#

func premium(_ audience: Audience, more: String = "") throws -> Catalog {
    try catalog(
        #"{"products":[\#(premiumProducts)],"#
            + #""exclusion_sets":[{"id":"premium","audience":"\#(audience.rawValue)"}]\#(more)}"#)
}
