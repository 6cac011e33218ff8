import FoundationEssentials
import HTTPClient
import InterlockAPI
import Testing

@testable import Service

@Suite("What other devices see of an intent")
struct ConsoleElsewherePromises {
    /// The rows of the table of other devices' views, each as its texts.
    private func rows(_ page: String) -> [String] {
        guard let start = page.split(separator: "What other devices see").last,
            let body = start.split(separator: "</section>").first
        else { return [] }
        return body.split(separator: "<tr>").dropFirst(2).map {
            visibleTexts(of: "<tr>" + $0).joined(separator: "|")
        }
    }

    @Test func `an account's other devices and the other members are shown, each with its button`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let intent = try await ann.granted("monthly")
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            let path = "/admin/intents/\(intent.id.wireText)"
            let alone = rows(try await person.get(path).text)
            #expect(alone.count == 1)
            #expect(
                alone.first?.hasPrefix(
                    "other devices of this account|lifetime|, |monthly|, |yearly|locked|this account, |"
                ) == true, "\(alone)")

            // Bob bought the other plan before he joined Ann's family.
            let bob = try fixture.device("bob", "tablet")
            try await bob.upload(fixture.bought("7", "lifetime"), fixture)
            let group = try await ann.post("/v1/groups", "{}").read(GroupEnvelope.self).group
            let invitation = try await ann.post("/v1/groups/\(group.id)/invitations", "{}")
                .read(InvitationEnvelope.self).invitation
            _ = try await bob.post("/v1/invitations/\(invitation.code)/accept", "{}")
            let both = rows(try await person.get(path).text)
            // The two plans are alike; what Bob owns is another thing.
            #expect(both.count == 4)
            #expect(
                both.dropFirst().first?.hasSuffix(
                    "monthly|, |yearly|blocked|lifetime|, another member") == true, "\(both)")
            #expect(both.dropFirst(2).first == "bob|lifetime|owned|lifetime|, this account")
            #expect(
                both.last?.hasPrefix("bob|monthly|, |yearly|blocked|lifetime|, this account")
                    == true, "\(both)")
            let seen = try await bob.state().product("monthly")
            #expect(seen?.status == .blocked, "as his own device is told")

            try await ann.told(intent, #"{"result":"failed"}"#)
            #expect(rows(try await person.get(path).text) == both)
            try await fixture.setCatalog(#"{"products":[{"product_id":"a","kind":"consumable"}]}"#)
            let gone = try await person.get(path).text
            #expect(gone.contains("no longer in the catalog"))
            #expect(rows(gone).isEmpty)
        }
    }

    @Test func `what its claims close is said when its product has left the catalog`() async throws
    {
        try await ServiceFixture.with { fixture in
            let intent = try await fixture.device("ann", "phone").granted("monthly")
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            let path = "/admin/intents/\(intent.id.wireText)"
            try await fixture.setCatalog(
                """
                {"products":[{"product_id":"lifetime","kind":"non_consumable",
                  "exclusion_sets":["premium"]}],
                 "exclusion_sets":[{"id":"premium","audience":"group"}]}
                """)
            let page = try await person.get(path).text
            #expect(page.contains("no longer in the catalog"))
            #expect(page.contains("Its lock is still there, and closes lifetime."))
            #expect(rows(page).first?.contains("|lifetime|locked|") == true, "\(rows(page))")
            #expect(page.contains("The purchase buttons of lifetime come back"))
            try await fixture.setCatalog(#"{"products":[{"product_id":"a","kind":"consumable"}]}"#)
            let bare = try await person.get(path).text
            #expect(bare.contains("no product of the catalog is in premium any more"))
        }
    }
}
