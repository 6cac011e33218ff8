/// Keeps a run over pages from going on for ever: it ends after a number of pages, and where the
/// store says "more" but gives no way to it, or one that was taken before.
///
/// Pure: told of each page, it gives what to do next.
struct PageRun: Sendable {
    enum Step: Sendable, Equatable {
        /// Read the page of this continuation; nil is the first one.
        case read(String?)
        case fail(StoreServerError)
        case end
    }

    /// Bytes of a continuation, at most: it goes into an address.
    static let continuationLimit = 4_096

    private let limit: Int
    private var count = 0
    private var taken: Set<String>
    private(set) var next: Step

    /// - Parameters:
    ///   - start: the continuation of the first page to read.
    ///   - limit: pages, at most.
    init(from start: String?, limit: Int) {
        self.limit = max(1, limit)
        taken = start.map { [$0] } ?? []
        next = .read(start)
    }

    /// Looks at a page that was read.
    mutating func saw(_ page: some StorePage) {
        count += 1
        guard page.hasMore else {
            next = .end
            return
        }
        guard let continuation = page.continuation, !continuation.isEmpty,
            continuation.utf8.count <= Self.continuationLimit
        else {
            next = .fail(.malformed(page.call, "more pages, but no way to them"))
            return
        }
        if !taken.insert(continuation).inserted {
            next = .fail(.malformed(page.call, "the same page comes again"))
        } else if count >= limit {
            next = .fail(StoreServerError(.pageLimit, page.call, "more than \(limit) pages"))
        } else {
            next = .read(continuation)
        }
    }

    /// Ends the run, whatever came.
    mutating func stop() { next = .end }
}
