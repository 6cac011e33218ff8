import Coordination
import InterlockAPI
import Testing

@Suite struct CatalogTests {
    private static let product = #"{"product_id":"a","kind":"consumable"}"#

    static let refusals: [(String, [String])] = [
        ("[]", [": must be an object"]),
        ("{}", ["products: is required"]),
        (#"{"products":{}}"#, ["products: must be an array"]),
        (#"{"products":[7]}"#, ["products[0]: must be an object"]),
        (
            #"{"products":[{}]}"#,
            ["products[0].product_id: is required", "products[0].kind: is required"]
        ),
        (
            #"{"products":[{"product_id":"a","kind":"rental"},{"product_id":"","kind":7}]}"#,
            [
                "products[0].kind: must be one of auto_renewable, non_renewing, non_consumable, "
                    + "consumable",
                "products[1].product_id: must not be empty", "products[1].kind: must be a string",
            ]
        ),
        (
            #"{"products":[\#(product),\#(product)]}"#,
            [#"products[1].product_id: "a" is products[0] already"#]
        ),
        (
            #"{"products":[{"product_id":"a\u0007","kind":"consumable"},"#
                + #"{"product_id":" b","kind":"consumable"}]}"#,
            [
                "products[0].product_id: must not have control characters",
                "products[1].product_id: must not begin or end with white space",
            ]
        ),
        (
            #"{"products":[{"product_id":"a","kind":"auto_renewable","level":0,"#
                + #""subscription_group":4,"family_shareable":"yes","duration":"1 month","#
                + #""exclusion_sets":["x","x",5]}]}"#,
            [
                "products[0].subscription_group: must be a string",
                "products[0].level: must be a whole number from 1 to 1000",
                "products[0].family_shareable: must be true or false",
                "products[0].duration: must be an ISO 8601 duration above zero, such as P1M",
                #"products[0].exclusion_sets[1]: names "x" a second time"#,
                "products[0].exclusion_sets[2]: must be a string",
            ]
        ),
        (
            #"{"products":[{"product_id":"a","kind":"consumable","exclusion_sets":[]}]}"#,
            [
                "products[0].exclusion_sets: must name at least one set; leave it out for the "
                    + "default"
            ]
        ),
        (
            #"{"products":[7,{"product_id":"a","kind":"consumable","exclusion_sets":["s"]},"#
                + #"{"product_id":"b","kind":"consumable","exclusion_sets":["s"],"#
                + #""family_shareable":true}]}"#,
            [
                "products[0]: must be an object",
                #"products[2].exclusion_sets: set "s" has family-shareable and other products; "#
                    + "say its audience in exclusion_sets",
            ]
        ),
        (
            #"{"products":[{"product_id":"a","kind":"consumable"},"#
                + #"{"product_id":"b","kind":"consumable","exclusion_sets":["a"]}]}"#,
            [
                #"products[0].exclusion_sets: would be "a" by default, which other products are "#
                    + "in; say which"
            ]
        ),
        (
            #"{"products":[\#(product)],"exclusion_sets":[{"id":"a","audience":"all"},{"id":"a","#
                + #""audience":"group"},{"audience":"group"}]}"#,
            [
                "exclusion_sets[0].audience: must be one of group, account",
                "exclusion_sets[2].id: is required",
                #"exclusion_sets[1].id: "a" is exclusion_sets[0] already"#,
            ]
        ),
        (
            #"{"products":[\#(product),{"product_id":"b","kind":"non_consumable"},"#
                + #"{"product_id":"c","kind":"non_consumable"}],"owned_rules":["#
                + #"{"owned":"x","wanted":"y","rule":"block"},"#
                + #"{"owned":"b","wanted":"c","rule":"allow"},"#
                + #"{"owned":"b","wanted":"b","rule":"maybe"},"#
                + #"{"owned":"b","wanted":"b","rule":"allow","risk":"Bad Word"},"#
                + #"{"owned":"a","wanted":"a","rule":"block"},{"owned":"b"}]}"#,
            [
                "owned_rules[2].rule: must be one of block, allow",
                "owned_rules[3].risk: must be a word of a-z, 0-9 and _, at most 64 bytes",
                "owned_rules[5].wanted: is required", "owned_rules[5].rule: is required",
                #"owned_rules[0].owned: no product "x""#,
                #"owned_rules[0].wanted: no product "y""#,
                "owned_rules[1]: the two products share no exclusion set",
                "owned_rules[3]: the pair stands in owned_rules[2] already",
                "owned_rules[4].owned: a consumable is never owned",
            ]
        ),
        (
            #"{"products":[],"deadlines":{"reserved":"PT0S","pending":"P1M","#
                + #""confirming":"P8D","late_settlement":7,"unresolved_risk":"forever"}}"#,
            [
                "deadlines.reserved: must be above zero and at most PT1H",
                "deadlines.pending: must be an ISO 8601 duration without months or years, such as "
                    + "PT2M",
                "deadlines.confirming: must be above zero and at most PT168H",
                "deadlines.late_settlement: must be a string",
                "deadlines.unresolved_risk: must be an ISO 8601 duration without months or years, "
                    + "such as PT2M",
            ]
        ),
        (
            #"{"products":[],"deadlines":{"reserved":"PT1H","reserved_total":"PT30M"}}"#,
            ["deadlines.reserved_total: must not be shorter than reserved"]
        ),
        (#"{"products":[],"deadlines":[]}"#, ["deadlines: must be an object"]),
        (
            #"{"products":[{"product_id":"ilk_0123456789abcdefghij","kind":"consumable"}]}"#,
            [": must not hold a key, a token or a signed transaction"]
        ),
        (
            #"{"products":[],"deadlines":{"pendign":"PT2M","pending_sca":null}}"#,
            ["pendign", "pending_sca"].map {
                "deadlines.\($0): is no deadline; known are reserved, reserved_total, pending, "
                    + "confirming, late_settlement, unresolved_risk"
            }
        ),
    ]

    @Test("Every error is reported, with its place", arguments: refusals)
    func refused(text: String, errors: [String]) throws {
        let rejection = try #require(refusal(text))
        #expect(rejection.errors.map { "\($0.place): \($0.message)" } == errors)
    }

    @Test("What is no JSON is refused as a whole")
    func malformed() throws {
        let rejection = try #require(refusal("{\"products\":[}"))
        #expect(rejection.errors.count == 1)
        #expect(rejection.errors.first?.place == "")
    }

    @Test("Sizes are bounded")
    func sizes() throws {
        func products(_ count: Int, _ more: String) -> String {
            let list = (0..<count).map {
                "{\"product_id\":\"p\($0)\",\"kind\":\"consumable\"\(more)}"
            }
            return "{\"products\":[\(list.joined(separator: ","))]}"
        }
        #expect(refusal(products(10_000, "")) == nil)
        #expect(refusal(products(10_001, ""))?.errors.first?.place == "products")
        let inSet = ",\"exclusion_sets\":[\"s\"]"
        #expect(refusal(products(256, inSet)) == nil)
        #expect(refusal(products(257, inSet))?.errors.first?.place == "products")
        let inGroup = ",\"subscription_group\":\"g\""
        #expect(refusal(products(257, inGroup))?.errors.isEmpty == false)
        let sets = (0...64).map { "\"s\($0)\"" }.joined(separator: ",")
        #expect(
            refusal(products(1, ",\"exclusion_sets\":[\(sets)]"))?.errors.first?.place
                == "products[0].exclusion_sets")
    }

    @Test("Warnings don't refuse: what is unknown, unused or missing")
    func warnings() throws {
        let catalog = try catalog(
            #"{"products":[{"product_id":"a","kind":"auto_renewable","colour":"red"},"#
                + #"{"product_id":"b","kind":"non_renewing"},"#
                + #"{"product_id":"c","kind":"non_consumable","subscription_group":"g"}],"#
                + #""exclusion_sets":[{"id":"unused","audience":"group"}],"extra":1,"#
                + #""owned_rules":[{"owned":"c","wanted":"c","rule":"block","risk":"x"}]}"#)
        #expect(
            catalog.warnings.map(\.place) == [
                "extra", "products[0].colour", "products[0].subscription_group",
                "products[1].duration", "products[2].subscription_group", "exclusion_sets[0].id",
                "owned_rules[0].risk",
            ])
    }

    @Test("A set is a product's subscription group by default, else the product alone")
    func defaultSets() throws {
        let catalog = try catalog(
            #"{"products":[{"product_id":"m","kind":"auto_renewable","subscription_group":"G"},"#
                + #"{"product_id":"c","kind":"consumable","family_shareable":true},"#
                + #"{"product_id":"l","kind":"non_consumable","exclusion_sets":["z","G"]}]}"#)
        #expect(catalog.products.map(\.sets) == [["G"], ["c"], ["G", "z"]])
        #expect(catalog.audiences == ["G": .account, "c": .group, "z": .account])
    }

    @Test("Audience: group if all products are family-shareable, account if none, else as said")
    func audiences() throws {
        let catalog = try catalog(
            #"{"products":[{"product_id":"a","kind":"non_consumable","family_shareable":true,"#
                + #""exclusion_sets":["s","t"]},{"product_id":"b","kind":"non_consumable","#
                + #""exclusion_sets":["t"]}],"exclusion_sets":[{"id":"t","audience":"account"}]}"#)
        #expect(catalog.audiences == ["s": .group, "t": .account])
    }

    @Test("Deadlines are the design's, or the app's, in whole seconds")
    func deadlines() throws {
        let standard = try catalog(#"{"products":[]}"#).deadlines
        #expect(
            try json(standard)
                == #"{"confirming":3600,"late_settlement":2592000,"pending":90000,"#
                + #""pending_sca":3600,"reserved":120,"reserved_total":900,"#
                + #""unreported_risk":86400,"unresolved_risk":604800}"#)
        let own = try catalog(
            #"{"products":[],"deadlines":{"reserved":"PT1S","reserved_total":"PT3S","#
                + #""pending":"PT5S","confirming":"PT1M","late_settlement":"P60D","#
                + #""unresolved_risk":"PT10S"}}"#
        ).deadlines
        #expect(own.reserved == 1 && own.reservedTotal == 3 && own.pending == 5)
        #expect(own.confirming == 60 && own.lateSettlement == 60 * 86_400)
        #expect(own.unresolvedRisk == 10)
        #expect(
            own.pendingSCA == 5 && own.unreportedRisk == 10, "never above what they derive from")
    }

    @Test("A difference names what is added, removed and changed, and nothing else")
    func difference() throws {
        let old = try catalog(
            #"{"products":[{"product_id":"a","kind":"consumable"},"#
                + #"{"product_id":"b","kind":"non_consumable"},"#
                + #"{"product_id":"c","kind":"non_renewing","duration":"P1M"}]}"#)
        let new = try catalog(
            #"{"products":[{"product_id":"a","kind":"consumable"},"#
                + #"{"product_id":"c","kind":"non_renewing","duration":"P1Y","level":2},"#
                + #"{"product_id":"d","kind":"non_consumable"}],"deadlines":{"pending":"PT2H"},"#
                + #""exclusion_sets":[{"id":"a","audience":"group"}],"#
                + #""owned_rules":[{"owned":"d","wanted":"d","rule":"allow","risk":"again"}]}"#)
        let difference = CatalogDifference(from: old, to: new)
        #expect(
            difference.lines == [
                "- product b: kind non_consumable, exclusion_sets b",
                "~ product c: duration P1M → P1Y, level none → 2",
                "+ product d: kind non_consumable, exclusion_sets d",
                "~ exclusion set a: audience account → group",
                "- exclusion set b: audience account", "+ exclusion set d: audience account",
                "+ owned rule d → d: rule allow, risk again",
                "~ deadline pending: length PT25H → PT2H",
            ])
        let text = try json(difference)
        #expect(
            text.contains(
                #"{"change":"changed","details":[{"from":"P1M","member":"duration","to":"P1Y"},"#
                    + #"{"from":null,"member":"level","to":"2"}],"name":"c","subject":"product"}"#))
        #expect(try WireCoding.decode(CatalogDifference.self, from: Array(text.utf8)) == difference)
        #expect(CatalogDifference(from: new, to: new).isEmpty)
        #expect(CatalogDifference(from: nil, to: old).changes.allSatisfy { $0.change == .added })
    }

    private func refusal(_ text: String) -> CatalogRejection? {
        do throws(CatalogRejection) {
            _ = try Catalog(document: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }
}
