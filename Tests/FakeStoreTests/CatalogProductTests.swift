import InterlockAPI
import Testing

@testable import FakeStore

/// Where a store's products come from.
@Suite struct CatalogProductTests {
    @Test func `a catalog document's products are sold as it describes them`() throws {
        let document = """
            {"products": [
              {"product_id": "pro", "kind": "auto_renewable", "subscription_group": "g",
               "level": 2, "family_shareable": true, "duration": "P1Y"},
              {"product_id": "coins", "kind": "consumable", "exclusion_sets": ["x"]}]}
            """
        let catalog = try WireCoding.decode(CatalogDocument.self, from: Array(document.utf8))
        let products = try #require(StoreProduct.list(of: catalog))
        #expect(
            products == [
                StoreProduct(
                    id: "pro", kind: .autoRenewable, group: "g", level: 2,
                    period: ISODuration("P1Y"), isFamilyShareable: true),
                StoreProduct(id: "coins", kind: .consumable),
            ])
    }

    @Test(arguments: [
        "pro=auto_renewable,group=g,level=2,period=P1W,family,price=1990", "coins=consumable",
    ])
    func `a product may be described in a word`(text: String) throws {
        let product = try #require(StoreProduct(description: text))
        #expect(product.id == text.prefix { $0 != "=" })
        #expect(product.isFamilyShareable == text.contains("family"))
        #expect(product.level == (text.contains("level") ? 2 : nil))
        #expect(product.price == (text.contains("price") ? 1_990 : 9_990))
    }

    @Test(arguments: [
        "", "pro", "pro=", "=consumable", "pro=gold", "pro=consumable,x", "pro=consumable,level=x",
        "pro=consumable,period=1", "pro=consumable,price=-1",
    ])
    func `what is no description is refused`(text: String) {
        #expect(StoreProduct(description: text) == nil)
    }

    @Test func `no period is too long to be reckoned with`() {
        let rules = StoreRules()
        let longest = rules.length(of: ISODuration("P999999999Y"))
        #expect(longest == 36_500 * StoreRules.day)
        #expect(rules.length(of: ISODuration("PT999999999S")) <= longest)
        #expect(rules.length(of: nil) == 30 * StoreRules.day)
    }
}
