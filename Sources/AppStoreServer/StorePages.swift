/// Reads an answer page by page, each when it is asked for; nothing is read ahead.
///
/// Every page arrives before an error about its successor is thrown, so what was read is never
/// lost; and after an error the sequence is at its end. Another sequence from the
/// ``StorePage/continuation`` of the last page goes on after it. Cancellation of the task is an
/// error of kind `cancelled`.
package struct StorePages<Page: StorePage>: AsyncSequence, Sendable {
    package typealias Element = Page
    package typealias Failure = StoreServerError
    typealias Read = @Sendable (String?) async throws(StoreServerError) -> Page

    let run: PageRun
    let read: Read

    package func makeAsyncIterator() -> Iterator { Iterator(run: run, read: read) }

    /// Reads the pages of one run.
    package struct Iterator: AsyncIteratorProtocol {
        var run: PageRun
        let read: Read

        /// Gives the next page; nil after the last one.
        package mutating func next() async throws(StoreServerError) -> Page? {
            switch run.next {
            case .end: return nil
            case .fail(let error):
                run.stop()
                throw error
            case .read(let continuation):
                do throws(StoreServerError) {
                    let page = try await read(continuation)
                    run.saw(page)
                    return page
                } catch {
                    run.stop()
                    throw error
                }
            }
        }

        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(StoreServerError) -> Page? {
            try await next()
        }
    }
}
