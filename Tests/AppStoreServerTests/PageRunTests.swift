import Testing

@testable import AppStoreServer

@Suite("Page runs")
struct PageRunTests {
    private struct Page: StorePage {
        var call: StoreCall { .notificationHistory }
        let hasMore: Bool
        let continuation: String?
    }

    @Test("a run follows continuations and ends where the store has no more")
    func follows() {
        var run = PageRun(from: nil, limit: 10)
        #expect(run.next == .read(nil))
        run.saw(Page(hasMore: true, continuation: "a"))
        #expect(run.next == .read("a"))
        run.saw(Page(hasMore: false, continuation: "a"))
        #expect(run.next == .end)
    }

    @Test("more without a way to it, or with an endless one, is a malformed answer")
    func noWay() {
        for continuation in [nil, "", String(repeating: "a", count: 4_097)] {
            var run = PageRun(from: "start", limit: 10)
            #expect(run.next == .read("start"))
            run.saw(Page(hasMore: true, continuation: continuation))
            guard case .fail(let error) = run.next else {
                Issue.record("not a failure")
                continue
            }
            #expect(error.kind == .malformedResponse)
        }
    }

    @Test("a continuation that was taken before ends the run, the first one included")
    func loops() {
        for again in ["start", "a", "b"] {
            var run = PageRun(from: "start", limit: 10)
            run.saw(Page(hasMore: true, continuation: "a"))
            run.saw(Page(hasMore: true, continuation: "b"))
            run.saw(Page(hasMore: true, continuation: again))
            guard case .fail(let error) = run.next else {
                Issue.record("not a failure")
                continue
            }
            #expect(error.kind == .malformedResponse)
        }
    }

    @Test("a run ends at its limit, unless the last page is the last one anyway")
    func limit() {
        var run = PageRun(from: nil, limit: 2)
        run.saw(Page(hasMore: true, continuation: "a"))
        var other = run
        run.saw(Page(hasMore: true, continuation: "b"))
        other.saw(Page(hasMore: false, continuation: "b"))
        #expect(other.next == .end)
        guard case .fail(let error) = run.next else {
            Issue.record("not a failure")
            return
        }
        #expect(error.kind == .pageLimit)
        run.stop()
        #expect(run.next == .end)
    }
}
