import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import Testing

@testable import Service

@Suite("Searching in the console")
struct ConsoleSearchPromises {
    @Test func `an account, intent, transaction or token that is searched for is shown`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let intent = try await ann.granted("monthly")
            let bill = fixture.bought("77", "monthly", token: intent.appAccountToken)
            try await ann.upload(bill, fixture)
            try await fixture.tell(
                "SUBSCRIBED", "INITIAL_BUY", fixture.bought("88", "monthly", line: "80"))
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            let account = "/admin/account?id=ann"
            for (text, place) in [
                ("ann", account), (intent.id.wireText, "/admin/intents/\(intent.id.wireText)"),
                (intent.id.uuidString, "/admin/intents/\(intent.id.wireText)"),
                ("77", "\(account)&environment=Sandbox"),
                (intent.appAccountToken.uuidString, account),
            ] {
                let found = try await viewer.get("/admin/search?q=\(text)")
                #expect(found.status == 303 && found.header("location") == place, "\(text)")
            }
            let unclaimed = try await viewer.get("/admin/search?q=88")
            #expect(unclaimed.status == 200 && unclaimed.text.contains("yet"))
            let none = try await viewer.get("/admin/search?q=an")
            #expect(none.status == 200 && none.text.contains("Nothing found"))

            let shown = try await viewer.get("\(account)&environment=Sandbox").text
            for words in ["owned", "active", "77", "completed", "phone", "this account"] {
                #expect(shown.contains(words), "\(words)")
            }
            let detail = try await viewer.get("/admin/intents/\(intent.id.wireText)").text
            #expect(detail.contains("First came from") && detail.contains("completed"))
        }
    }

    @Test func `blanks around what is searched are dropped, in the console and the API`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("ann", "phone")
            let intent = try await ann.granted("monthly")
            try await ann.upload(fixture.bought("77", "lifetime"), fixture)
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            let intentPath = "/admin/intents/\(intent.id.wireText)"
            for blanks in [" ", "\t", "\u{A0}", "\u{3000}", "\u{200E}", "\u{FEFF} "] {
                for (text, place) in [
                    ("ann", "/admin/account?id=ann"), (intent.id.uuidString, intentPath),
                    (intent.appAccountToken.wireText, "/admin/account?id=ann"),
                    ("77", "/admin/account?id=ann&environment=Sandbox"),
                ] {
                    let pasted = PercentCoding.encode(blanks + text + blanks)
                    let found = try await viewer.get("/admin/search?q=\(pasted)")
                    #expect(found.header("location") == place, "\(pasted)")
                }
                let ann = PercentCoding.encode(blanks + "ann" + blanks)
                let locks = try await viewer.get("/admin/locks?account_id=\(ann)").text
                #expect(locks.contains(intentPath))
                let caller = fixture.caller(fixture.viewerKey)
                let list = try await caller.send(.get, "/v1/admin/locks?account_id=\(ann)")
                #expect(try list.read(LockList.self).locks.count == 1)
                let ledger = try await caller.send(
                    .get, "/v1/admin/transactions?account_id=\(ann)")
                #expect(try ledger.read(LedgerTransactionList.self).transactions.count == 1)
            }
            // An account may have blanks around its own name.
            _ = try await fixture.device(" bob", "phone").granted("monthly")
            let odd = try await viewer.get("/admin/search?q=%20bob")
            #expect(odd.header("location") == "/admin/account?id=%20bob")
            for text in ["", "%20%20", "nothing"] {
                let none = try await viewer.get("/admin/search?q=\(text)")
                #expect(none.status == 200 && none.text.contains("The whole id is needed, exactly"))
            }
        }
    }

    @Test func `a group's id finds its members, the organizer first`() async throws {
        try await ServiceFixture.with { fixture in
            let ann = try fixture.device("zoe", "phone"), bob = try fixture.device("bob", "phone")
            let group = try await ann.post("/v1/groups", "{}").read(GroupEnvelope.self).group
            let path = "/admin/search?q=%20\(group.id)"
            var viewer = ConsoleBrowser(fixture)
            try await viewer.signIn(fixture.viewerKey)
            let alone = try await viewer.get(path)
            #expect(alone.status == 303 && alone.header("location") == "/admin/account?id=zoe")
            let invitation = try await ann.post("/v1/groups/\(group.id)/invitations", "{}")
                .read(InvitationEnvelope.self).invitation
            #expect(
                try await bob.post("/v1/invitations/\(invitation.code)/accept", "{}").status == 200)
            let members = try await viewer.get(path).text
            let links = members.matches(of: /account\?id=([a-z]+)/).map { String($0.output.1) }
            #expect(links.first == "zoe" && Set(links) == ["zoe", "bob"])
            let elsewhere = try await fixture.storage.console.search(appID: "other", group.id)
            #expect(elsewhere.isEmpty, "another app's")
        }
    }
}
