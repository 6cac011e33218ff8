import FoundationEssentials
import HTTPClient
import InterlockAPI
import Storage
import TestSupport
import Testing

@testable import Service

@Suite("Who is in a family's way, in the console")
struct ConsoleHolderPromises {
    private func link(_ intent: Intent) -> String {
        "href=\"/admin/intents/\(intent.id.wireText)\""
    }

    @Test func `another member is named, with a link to its intent; a device is told neither`()
        async throws
    {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let child = try fixture.device("child", "c")
            try await mother.makeFamily(child)
            let intent = try await child.granted("monthly")
            try await child.told(intent, #"{"result":"pending","reason":"ask_to_buy"}"#)
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.viewerKey)
            let page = try await person.get("/admin/account?id=mother").text
            let rows = page.split(separator: "<tr>").filter { $0.contains(link(intent)) }
            // Its three products, and what is in the way.
            #expect(rows.count == 4)
            for row in rows { #expect(row.contains("href=\"/admin/account?id=child\"")) }
            #expect(
                rows.last?.contains("lifetime</bdi>, <bdi>monthly") == true, "\(rows.last ?? "")")
            let shown = try await person.get("/admin/intents/\(intent.id.wireText)").text
            #expect(shown.contains("href=\"/admin/account?id=child\""))
            #expect(shown.contains("Waits for") && shown.contains("a parent&#39;s approval"))

            let told = try await mother.send(.get, "/v1/state")
            #expect(told.status == 200 && !told.text.contains("child"))
        }
    }

    @Test func `the report of an account says whose intents are in its way`() async throws {
        try await ServiceFixture.with { fixture in
            let mother = try fixture.device("mother", "m")
            let child = try fixture.device("child", "c")
            try await mother.makeFamily(child)
            let intent = try await child.granted("yearly")
            let report = try await fixture.caller(fixture.viewerKey).send(
                .get, "/v1/admin/accounts/mother"
            ).read(AccountReportEnvelope.self).account
            let hold = try #require(report.holds.first)
            #expect(report.holds.count == 1 && hold.intentID == intent.id)
            #expect(hold.accountID == "child" && hold.deviceID == "c" && hold.status == .reserved)
            #expect(hold.closes == ["lifetime", "monthly", "yearly"])
            #expect(hold.until?.seconds == intent.expiresAt?.seconds)
        }
    }

    @Test func `what it waits for is said in plain words, and only while it waits`() async throws {
        try await ServiceFixture.with { fixture in
            let phone = try fixture.device("ann", "phone")
            let intent = try await phone.granted("monthly")
            let path = "/admin/intents/\(intent.id.wireText)"
            var person = ConsoleBrowser(fixture)
            try await person.signIn(fixture.operatorKey)
            #expect(!(try await person.get(path).text.contains("Waits for")))
            try await phone.told(intent, #"{"result":"pending","reason":"sca"}"#)
            let shown = try await person.get(path).text
            #expect(shown.contains("Waits for") && !shown.contains(">sca<"))
            #expect(shown.contains("the bank: the buyer has to confirm the payment there"))
            try await person.post("\(path)/release", ["reason": "r"])
            #expect(!(try await person.get(path).text.contains("Waits for")))
        }
    }

    @Test
    func
        `an account opens where it has open intents, else where its family has, else where it bought`()
        async throws
    {
        try await ServiceFixture.with(environments: [.production, .sandbox]) { fixture in
            func opens(_ account: String, in environment: String) async throws {
                var person = ConsoleBrowser(fixture)
                try await person.signIn(fixture.viewerKey)
                let page = try await person.get("/admin/account?id=\(account)").text
                #expect(page.contains("What its devices see now (\(environment))"), "\(account)")
            }
            func reserve(_ device: Device, in environment: String) async throws {
                let made = try await device.post(
                    "/v1/intents",
                    "{\"product_id\":\"monthly\",\"request_id\":\"r-\(environment)\","
                        + "\"environment\":\"\(environment)\"}")
                #expect(made.status == 201, "\(made.text)")
            }
            let mother = try fixture.device("mother", "m")
            let child = try fixture.device("child", "c")
            try await mother.makeFamily(child)
            try await opens("mother", in: "Production")
            let buyer = try fixture.device("buyer", "b")
            try await buyer.upload(fixture.bought("1", "lifetime"), fixture)
            try await opens("buyer", in: "Sandbox")
            try await reserve(buyer, in: "Production")
            try await opens("buyer", in: "Production")
            try await reserve(child, in: "Sandbox")
            try await opens("child", in: "Sandbox")
            try await opens("mother", in: "Sandbox")
            try await reserve(mother, in: "Production")
            try await opens("mother", in: "Production")
            try await opens("child", in: "Sandbox")
        }
    }
}
