import Coordination
import InterlockAPI
import Testing

@Suite struct StoreKitTests {
    private func file(_ text: String) throws -> StoreKitConfiguration {
        try StoreKitConfiguration(file: Array(text.utf8))
    }

    @Test("Each type becomes its kind; groups, levels, periods and sharing are taken over")
    func kinds() throws {
        let found = try file(
            #"{"products":[{"productID":"c","type":"Consumable"},"#
                + #"{"productID":"n","type":"NonConsumable","familyShareable":true}],"#
                + #""nonRenewingSubscriptions":[{"productID":"s","type":"NonRenewingSubscription"}],"#
                + #""subscriptionGroups":[{"id":"21","name":"Pro","subscriptions":[{"productID":"m","#
                + #""type":"RecurringSubscription","groupNumber":2,"#
                + #""recurringSubscriptionPeriod":"P1W","familyShareable":false}]}],"#
                + #""version":{"major":2,"minor":0}}"#)
        #expect(found.notes.isEmpty)
        #expect(found.document.exclusionSets == nil)
        #expect(
            found.document.products == [
                .init(productID: "c", kind: "consumable"),
                .init(productID: "n", kind: "non_consumable", familyShareable: true),
                .init(productID: "s", kind: "non_renewing"),
                .init(
                    productID: "m", kind: "auto_renewable", subscriptionGroup: "21", level: 2,
                    duration: "P1W"),
            ])
    }

    @Test("What can't be taken over is told with its place, and nothing else is lost")
    func notes() throws {
        let found = try file(
            #"{"products":[{"type":"Consumable"},{"productID":"a","type":"Crate"},7,"#
                + #"{"productID":"b","type":"Consumable"},{"productID":"b","type":"Consumable"}],"#
                + #""nonRenewingSubscriptions":{},"subscriptionGroups":[{"subscriptions":["#
                + #"{"productID":"m","type":"RecurringSubscription","groupNumber":0,"#
                + #""recurringSubscriptionPeriod":"a month","subscriptionGroupID":"9"}]}],"#
                + #""version":{"major":5}}"#)
        #expect(found.document.products.map(\.productID) == ["b", "m"])
        #expect(found.document.products.last?.subscriptionGroup == "9")
        #expect(
            found.notes.map(\.place) == [
                "version.major", "products[0].productID", "products[1].type", "products[2]",
                "products[4].productID", "nonRenewingSubscriptions", "subscriptionGroups[0].id",
                "subscriptionGroups[0].subscriptions[0].groupNumber",
                "subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod",
            ])
    }

    @Test("A group with family-shareable and other subscriptions is a catalog all the same")
    func mixedGroup() throws {
        let found = try file(
            #"{"subscriptionGroups":[{"id":"21","subscriptions":["#
                + #"{"productID":"m","type":"RecurringSubscription","familyShareable":true},"#
                + #"{"productID":"y","type":"RecurringSubscription"}]}]}"#)
        let none = CatalogDocument(products: [])
        #expect(found.assumedSets(beside: none) == [.init(id: "21", audience: "account")])
        let catalog = try Catalog(document: try WireCoding.encode(found.merged(into: none)))
        #expect(catalog.audiences == ["21": .account])
        let said = CatalogDocument(
            products: [], exclusionSets: [.init(id: "21", audience: "group")])
        #expect(found.assumedSets(beside: said).isEmpty)
        #expect(found.merged(into: said).exclusionSets == said.exclusionSets)
    }

    @Test("Merged into a catalog, products are replaced; sets, rules and deadlines stay")
    func merged() throws {
        let found = try file(
            #"{"products":[{"productID":"a","type":"NonConsumable"}],"#
                + #""nonRenewingSubscriptions":[{"productID":"s","type":"NonRenewingSubscription"}]}"#
        )
        let present = CatalogDocument(
            products: [
                .init(productID: "a", kind: "consumable", exclusionSets: ["x"]),
                .init(productID: "old", kind: "consumable"),
                .init(productID: "s", kind: "non_renewing", duration: "P3M"),
            ], ownedRules: [.init(owned: "a", wanted: "a", rule: "allow")],
            deadlines: .init(pending: "PT1H"))
        let merged = found.merged(into: present)
        #expect(
            merged.products == [
                .init(productID: "a", kind: "non_consumable", exclusionSets: ["x"]),
                present.products[1], present.products[2],
            ])
        #expect(merged.ownedRules == present.ownedRules)
        #expect(merged.deadlines == present.deadlines)
    }

    @Test("What is no such file is refused", arguments: ["[]", "{}", "{", #"{"name":"x"}"#])
    func refused(text: String) {
        #expect(throws: CatalogRejection.self) { try file(text) }
    }
}
