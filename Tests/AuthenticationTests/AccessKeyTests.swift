import Cryptography
import InterlockAPI
import Testing

@testable import Authentication

@Suite struct AccessKeyTests {
    @Test func `a new key is read back to the same digest, and no two are alike`() {
        let made = (0..<100).map { _ in AccessKey.generate() }
        for (text, key) in made {
            #expect(text.expose().hasPrefix("ilk_"))
            #expect(text.expose().utf8.count == 47)
            #expect(AccessKey(text.expose()) == key)
            #expect(key.digest == SHA256.digest(text.expose()))
            #expect("\(text)" == "[redacted]")
        }
        #expect(Set(made.map(\.key)).count == 100)
    }

    @Test(arguments: [
        "", "ilk_", "ilk_abc", "ILK_" + String(repeating: "A", count: 43),
        "ilk_" + String(repeating: "A", count: 42), "ilk_" + String(repeating: "A", count: 44),
        "ilk_" + String(repeating: "A", count: 42) + "B",
        "ilk_" + String(repeating: "A", count: 43) + "=",
        " ilk_" + String(repeating: "A", count: 43), "ilk_" + String(repeating: "+", count: 43),
    ])
    func `what has not exactly the form of a key is none`(text: String) {
        #expect(AccessKey(text) == nil)
    }

    @Test func `behind Bearer stands a key or a client token, never a broken key as a token`() {
        let key = AccessKey.generate()
        guard case .accessKey(let read) = BearerCredential(key.text.expose()) else {
            Issue.record("not read as a key")
            return
        }
        #expect(read == key.key)
        #expect(BearerCredential("ilk_broken") == nil)
        guard case .clientToken("a.b.c") = BearerCredential("a.b.c") else {
            Issue.record("not read as a token")
            return
        }
    }

    private static let table: [(KeyRole, Set<KeyPermission>)] = [
        (.service, [.actForAccount, .manageAccounts, .mintClientTokens]),
        (.viewer, [.readAdministration]), (.operator, [.readAdministration, .administrate]),
        (.admin, [.readAdministration, .administrate, .manageCatalog, .manageKeys]),
    ]

    @Test(arguments: table)
    func `each role may do what its row of the table says, and nothing else`(
        role: KeyRole, allowed: Set<KeyPermission>
    ) {
        for permission in KeyPermission.allCases {
            #expect(role.may(permission) == allowed.contains(permission))
        }
    }

    @Test func `the table agrees with the order of roles in the interface`() {
        for role in KeyRole.allCases {
            #expect(role.may(.readAdministration) == role.covers(.viewer))
            #expect(role.may(.administrate) == role.covers(.operator))
            #expect(role.may(.manageCatalog) == role.covers(.admin))
            #expect(role.may(.manageKeys) == role.covers(.admin))
            #expect(role.may(.actForAccount) == role.covers(.service))
        }
    }
}
