// Ask to Buy: a request that only this knows of.
extension Storefront {
    mutating func ask(_ order: StoreOrder) throws(StoreRefusal) -> StoreOutcome {
        try check(order, try product(order.productID))
        meet(order.buyer)
        let expires = now + rules.scaled(rules.approvalWindow)
        if let known = request(order.buyer, order.productID) {
            if rules.mergedToken == .last { requests[known].order = order }
            requests[known].lastAsked = now
            requests[known].expires = expires
            return StoreOutcome(
                .pending, "\(order.buyer) asked again for \(order.productID): one request")
        }
        requests.append(
            PurchaseRequest(order: order, firstAsked: now, lastAsked: now, expires: expires))
        return StoreOutcome(.pending, "\(order.buyer) asked for \(order.productID)")
    }

    mutating func approve(
        _ buyer: String, _ productID: String
    ) throws(StoreRefusal) -> StoreOutcome {
        guard let known = request(buyer, productID) else { throw .noRequest }
        var outcome = try buy(requests[known].order)
        requests.remove(at: known)
        outcome.words = "approved: \(outcome.words)"
        return outcome
    }

    mutating func end(
        _ buyer: String, _ productID: String, _ how: String
    ) throws(StoreRefusal) -> StoreOutcome {
        guard let known = request(buyer, productID) else { throw .noRequest }
        requests.remove(at: known)
        return StoreOutcome(.done, "\(buyer)'s request for \(productID) \(how); nobody is told")
    }

    /// The place of a request that still waits.
    private func request(_ buyer: String, _ productID: String) -> Int? {
        requests.firstIndex {
            $0.order.buyer == buyer && $0.order.productID == productID && $0.expires > now
        }
    }
}
