import AppStore
import AppStoreServer
import Cryptography
import InterlockAPI
import StoreSigner
import Synchronization
import Testing

@Suite("Transaction history")
struct HistoryTests {
    /// Pages of two transactions each, named by revision.
    private static func page(
        _ rows: [String], revision: String?, hasMore: Bool, _ more: String = ""
    ) -> StandIn.Reply {
        let list = rows.map { #""\#($0)""# }.joined(separator: ",")
        let mark = revision.map { #""revision":"\#($0)","# } ?? ""
        return .json(
            #"{\#(mark)"hasMore":\#(hasMore),\#(more)"signedTransactions":[\#(list)]}"#)
    }

    @Test("all pages are read in order with the same filter, and a row that comes again is kept")
    func allPages() async throws {
        let script = Script(
            Self.page(["a1", "b1"], revision: "r 1", hasMore: true),
            Self.page(["c1", "a2"], revision: "r+2/=", hasMore: true),
            Self.page(["d1"], revision: "r3", hasMore: false))
        try await Fixture.open(script.next) { fixture in
            var filter = HistoryFilter()
            filter.startDate = StoreDate(milliseconds: Int64(1_700_000_000_000))
            filter.endDate = StoreDate(milliseconds: Int64(1_800_000_000_000))
            filter.productIDs = ["pro.monthly", "pro&yearly=1"]
            filter.productTypes = [.autoRenewable, .nonConsumable, .init(rawValue: "NEW_ONE")]
            filter.subscriptionGroups = ["20412387"]
            filter.ownership = .purchased
            filter.revoked = false
            filter.order = .ascending
            var (rows, revisions) = ([String](), [String?]())
            for try await page in fixture.client.history(of: "1000", filter, in: .production) {
                rows += page.signedTransactions
                revisions.append(page.revision)
            }
            #expect(rows == ["a1", "b1", "c1", "a2", "d1"])
            #expect(revisions == ["r 1", "r+2/=", "r3"])
            let same = [
                "startDate=1700000000000", "endDate=1800000000000", "productId=pro.monthly",
                "productId=pro&yearly=1", "productType=AUTO_RENEWABLE",
                "productType=NON_CONSUMABLE", "productType=NEW_ONE", "sort=ASCENDING",
                "subscriptionGroupIdentifier=20412387", "inAppOwnershipType=PURCHASED",
                "revoked=false",
            ]
            #expect(
                fixture.store.seen.map(\.query)
                    == [same, ["revision=r 1"] + same, ["revision=r+2/="] + same])
            #expect(Set(fixture.store.seen.map(\.path)) == ["/inApps/v2/history/1000"])
        }
    }

    @Test("a run goes on from a revision, and a single page can be asked for")
    func resumes() async throws {
        let script = Script(
            Self.page(["a"], revision: "r8", hasMore: true),
            Self.page([], revision: "r8", hasMore: false))
        try await Fixture.open(script.next) { fixture in
            let page = try await fixture.client.historyPage(
                of: "1", in: .sandbox, revision: "r7")
            #expect(page.hasMore && page.revision == "r8")
            var last: HistoryPage?
            for try await page in fixture.client.history(of: "1", in: .sandbox, from: page.revision)
            { last = page }
            #expect(last?.revision == "r8" && last?.signedTransactions == [])
            #expect(fixture.store.seen.map(\.query) == [["revision=r7"], ["revision=r8"]])
        }
    }

    @Test("the same revision twice ends the run, after its rows have come, and stays ended")
    func endless() async throws {
        try await Fixture.open({ _ in Self.page(["a"], revision: "r1", hasMore: true) }) {
            fixture in
            var pages = fixture.client.history(of: "1", in: .production).makeAsyncIterator()
            var (rows, errors) = ([String](), [StoreServerError]())
            for _ in 0..<4 {
                do throws(StoreServerError) {
                    rows += try await pages.next()?.signedTransactions ?? ["end"]
                } catch { errors.append(error) }
            }
            #expect(rows == ["a", "a", "end"])
            #expect(errors.map(\.kind) == [.malformedResponse])
            #expect(fixture.store.seen.count == 2)
        }
    }

    @Test("more pages than allowed end as an error, and the next run goes on")
    func pageLimit() async throws {
        let counter = Mutex(0)
        try await Fixture.open({ _ in
            let number = counter.withLock {
                $0 += 1; return $0
            }
            return Self.page(["t\(number)"], revision: "r\(number)", hasMore: number < 5)
        }) { fixture in
            var (rows, revision) = ([String](), String?.none)
            for run in 1...2 {
                do {
                    let pages = fixture.client.history(
                        of: "1", in: .production, from: revision, pageLimit: 3)
                    for try await page in pages {
                        rows += page.signedTransactions
                        revision = page.revision
                    }
                    #expect(run == 2)
                } catch let error as StoreServerError {
                    #expect(run == 1 && error.kind == .pageLimit)
                }
            }
            #expect(rows == ["t1", "t2", "t3", "t4", "t5"])
        }
    }

    @Test("a failure on a later page loses nothing that came before")
    func laterFailure() async throws {
        let script = Script(
            Self.page(["a"], revision: "r1", hasMore: true), .failure(400, code: 4_000_005))
        try await Fixture.open(script.next) { fixture in
            var pages = fixture.client.history(of: "1", in: .production).makeAsyncIterator()
            var (rows, codes) = ([String](), [Int64?]())
            for _ in 0..<4 {
                do throws(StoreServerError) {
                    rows += try await pages.next()?.signedTransactions ?? ["end"]
                } catch { codes.append(error.code?.rawValue) }
            }
            #expect(rows == ["a", "end", "end"] && codes == [4_000_005])
            #expect(fixture.store.seen.count == 2)
        }
    }

    @Test("plain fields are passed on as they are; a wrong type is a malformed answer")
    func shapes() async throws {
        let good = #""bundleId":"com.example.app","appAppleId":7,"environment":"Moon","later":[1],"#
        let nulls =
            #"{"revision":null,"signedTransactions":null,"hasMore":null,"appAppleId":null}"#
        let script = Script(
            Self.page(["a"], revision: nil, hasMore: false, good), .json("{}"), .json(nulls),
            .json("[]"),
            .json(#"{"signedTransactions":[1]}"#), .json(#"{"signedTransactions":"a"}"#),
            .json(#"{"hasMore":"yes"}"#), .json(#"{"revision":1}"#),
            .json(#"{"appAppleId":"hi"}"#), .json(#"{"hasMore":true,"hasMore":false}"#))
        try await Fixture.open(script.next) { fixture in
            let page = try await fixture.client.historyPage(of: "1", in: .production)
            #expect(page.envelope.environmentName == "Moon")
            #expect(page.envelope.appAppleID == 7)
            #expect(page.envelope.bundleID == "com.example.app")
            // The store names the app, and gives a revision.
            for _ in 0..<2 {
                let error = await failure { () async throws(StoreServerError) in
                    _ = try await fixture.client.historyPage(of: "1", in: .production)
                }
                #expect(error?.kind == .foreignAnswer)
            }
            for _ in 0..<7 {
                let error = await failure { () async throws(StoreServerError) in
                    _ = try await fixture.client.historyPage(of: "1", in: .production)
                }
                #expect(error?.kind == .malformedResponse)
            }
        }
    }

    @Test("an answer about another app is none, whatever is in it")
    func otherApp() async throws {
        let other = #""bundleId":"com.example.other","#
        let script = Script(
            Self.page(["a"], revision: "r", hasMore: false, other),
            .json(#"{"bundleId":"com.example.other","data":[]}"#), .json(#"{"data":[]}"#))
        try await Fixture.open(script.next) { fixture in
            let history = await failure { () async throws(StoreServerError) in
                _ = try await fixture.client.historyPage(of: "1", in: .production)
            }
            #expect(history?.kind == .foreignAnswer)
            #expect(history?.message.contains("com.example.other") == true)
            for _ in 0..<2 {
                let statuses = await failure { () async throws(StoreServerError) in
                    _ = try await fixture.client.subscriptionStatuses(of: "1", in: .production)
                }
                #expect(statuses?.kind == .foreignAnswer)
            }
        }
    }

    @Test("an id that could lead elsewhere, or too many filters, never leave")
    func refusedHere() async throws {
        try await Fixture.open({ _ in .answer(500, "") }) { fixture in
            let ids = [
                "", ".", "..", "1/2", "1?a", "%2e", "1 2", String(repeating: "1", count: 129),
            ]
            for id in ids {
                let error = await failure { () async throws(StoreServerError) in
                    _ = try await fixture.client.historyPage(of: id, in: .production)
                }
                #expect(error?.kind == .invalidRequest && error?.status == nil, "\(id)")
            }
            var filter = HistoryFilter()
            filter.productIDs = Array(repeating: String(repeating: "p", count: 100), count: 100)
            let error = await failure { () async throws(StoreServerError) in
                _ = try await fixture.client.historyPage(of: "1", filter, in: .production)
            }
            #expect(error?.kind == .invalidRequest && error?.status == nil)
            #expect(fixture.store.seen.isEmpty)
        }
    }

    @Test("what arrives verifies as the store's, and a forgery doesn't")
    func verifies() async throws {
        let signer = try StoreSigner()
        let template = TransactionTemplate(
            transactionID: "7", bundleID: "com.example.app", productID: "pro",
            purchaseDate: 1_796_000_000_000)
        let forged = try StoreSigner().transaction(template)
        let signed = try signer.transaction(template)
        let script = Script(Self.page([signed, forged], revision: "r", hasMore: false))
        try await Fixture.open(script.next) { fixture in
            let page = try await fixture.client.historyPage(of: "7", in: .sandbox)
            let verifier = StoreVerifier(
                roots: TrustedRoots(certificates: [signer.root]), bundleIDs: ["com.example.app"],
                appAppleID: nil, environments: [.sandbox])
            let transaction = try verifier.transaction(page.signedTransactions[0])
            #expect(transaction.transactionID == "7")
            #expect(throws: VerificationError.self) {
                try verifier.transaction(page.signedTransactions[1])
            }
        }
    }
}
