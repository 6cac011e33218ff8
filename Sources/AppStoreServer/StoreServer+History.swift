package import InterlockAPI

// GET /inApps/v2/history/{transactionId}
// https://developer.apple.com/documentation/appstoreserverapi/get-transaction-history
extension StoreServer {
    /// Reads a customer's transactions, of all products and in any state, page by page to the end.
    ///
    /// - Parameters:
    ///   - id: any transaction id, original transaction id or app transaction id of the customer.
    ///   - revision: where an earlier run stopped, with an equal filter; nil for the beginning.
    ///   - pageLimit: pages, at most; the configuration's where it is nil.
    package func history(
        of id: String, _ filter: HistoryFilter = HistoryFilter(),
        in environment: StoreEnvironment, from revision: String? = nil, pageLimit: Int? = nil
    ) -> StorePages<HistoryPage> {
        StorePages(run: PageRun(from: revision, limit: pageLimit ?? configuration.pageLimit)) {
            (revision) async throws(StoreServerError) in
            try await self.historyPage(of: id, filter, in: environment, revision: revision)
        }
    }

    /// Reads one page of a customer's transactions.
    ///
    /// - Parameters:
    ///   - id: any transaction id, original transaction id or app transaction id of the customer.
    ///   - revision: of the page before, with an equal filter; nil for the first page.
    package func historyPage(
        of id: String, _ filter: HistoryFilter = HistoryFilter(),
        in environment: StoreEnvironment, revision: String? = nil
    ) async throws(StoreServerError) -> HistoryPage {
        let call = StoreCall.transactionHistory
        let customer = try StoreRequest.segment(id, in: call)
        let start = revision.map { [(name: "revision", value: $0)] } ?? []
        let request = try StoreRequest.get(
            call, "/inApps/v2/history/\(customer)", query: start + filter.query)
        let page = try HistoryPage(
            AnswerFields(try await send(request, in: environment), of: call))
        try page.envelope.require(
            bundleID, isEmpty: page.revision == nil && page.signedTransactions.isEmpty, in: call)
        return page
    }
}
