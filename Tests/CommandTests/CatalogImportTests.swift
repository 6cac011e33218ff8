import InterlockAPI
import TestSupport
import Testing

/// Xcode's StoreKit configuration file becomes a catalog.
@Suite struct CatalogImportTests {
    static let file = #"""
        {
          "identifier" : "0A1B2C3D",
          "nonRenewingSubscriptions" : [
            { "displayPrice" : "9.99", "familyShareable" : false, "productID" : "season",
              "referenceName" : "Season", "type" : "NonRenewingSubscription" }
          ],
          "products" : [
            { "displayPrice" : "49.99", "familyShareable" : true, "productID" : "lifetime",
              "localizations" : [], "referenceName" : null, "type" : "NonConsumable" },
            { "displayPrice" : "0.99", "productID" : "coins", "type" : "Consumable" },
            { "productID" : "box", "type" : "Crate" }
          ],
          "settings" : { "_locale" : "en_US" },
          "subscriptionGroups" : [
            { "id" : "21001", "localizations" : [], "name" : "Pro", "subscriptions" : [
              { "adHocOffers" : [], "familyShareable" : true, "groupNumber" : 1,
                "productID" : "monthly", "recurringSubscriptionPeriod" : "P1M",
                "subscriptionGroupID" : "21001", "type" : "RecurringSubscription" },
              { "familyShareable" : true, "groupNumber" : 2, "productID" : "yearly",
                "recurringSubscriptionPeriod" : "P1Y", "subscriptionGroupID" : "21001",
                "type" : "RecurringSubscription" } ] }
          ],
          "version" : { "major" : 4, "minor" : 0 }
        }
        """#

    @Test("It is printed as a document that can be applied; what is left out is told")
    func printed() async throws {
        let path = try CommandStage.file("shop.storekit", Self.file)
        for options in [[], ["--json"]] {
            let ran = try await ProgramOutput(["catalog", "import", path] + options)
            #expect(ran.status == 0)
            let document = try WireCoding.decode(
                CatalogDocument.self, from: Array(ran.output.utf8))
            #expect(
                document.products.map(\.productID)
                    == ["lifetime", "coins", "season", "monthly", "yearly"])
            #expect(document.products.last?.subscriptionGroup == "21001")
            #expect(ran.errors.contains("products[2].type: \"Crate\""), "\(ran.errors)")
        }
    }

    @Test("With --app it becomes part of the app's catalog, and keeps what only that says")
    func applied() async throws {
        try await CommandStage.with { stage in
            let own = """
                {"product_id": "monthly", "kind": "auto_renewable", "subscription_group": "21001",
                 "exclusion_sets": ["premium"]}, {"product_id": "old", "kind": "consumable"}
                """
            try await stage.run("catalog apply \(try stage.catalog(own)) --app notes")
            let path = try CommandStage.file("shop.storekit", Self.file)
            let dry = try await stage.run("catalog import \(path) --app notes --dry-run")
            #expect(dry.output.contains("+ product lifetime"))
            let ran = try await stage.run("catalog import \(path) --app notes")
            #expect(ran.output.contains("applied, revision 3"))
            #expect(ran.errors.contains("has no old: it stays"), "\(ran.errors)")
            let after = try await stage.json(CatalogDocument.self, "catalog show --app notes")
            let monthly = try #require(after.products.first { $0.productID == "monthly" })
            #expect(monthly.exclusionSets == ["premium"])
            #expect(monthly.duration == "P1M" && monthly.level == 1)
            #expect(after.products.map(\.productID).contains("old"))
            #expect(after.products.count == 6)
        }
    }

    @Test("A file of another kind is refused")
    func refused() async throws {
        let path = try CommandStage.file("other.storekit", "{\"name\": \"x\"}")
        let ran = try await ProgramOutput(["catalog", "import", path])
        #expect(ran.status == 1)
        #expect(ran.output.isEmpty)
        #expect(ran.errors.contains("is no StoreKit configuration"))
    }
}
